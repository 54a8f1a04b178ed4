type Wishes = {
  /** 1 is grey, 3 YCbCr, 4 CMYK. */
  components?: 1 | 3 | 4;
  /** How the camera was held, 1 to 8, beside the place where it was. */
  orientation?: number;
  comment?: string;
};

const segment = (marker: number, ...body: (number | Buffer)[]): Buffer => {
  const bytes = Buffer.concat(body.map((part) => (typeof part === "number" ? Buffer.from([part]) : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};

/** EXIF with an orientation and a text like those that cameras write. */
function exif(orientation: number): Buffer {
  const place = Buffer.from("GPS 52.5163 13.3777\0");
  const tiff = Buffer.alloc(8 + 2 + 24 + 4);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  tiff.writeUInt16BE(0x010e, 10);
  tiff.writeUInt16BE(2, 12);
  tiff.writeUInt32BE(place.length, 14);
  tiff.writeUInt32BE(tiff.length, 18);
  tiff.writeUInt16BE(0x0112, 22);
  tiff.writeUInt16BE(3, 24);
  tiff.writeUInt32BE(1, 26);
  tiff.writeUInt16BE(orientation, 30);
  return Buffer.concat([Buffer.from("Exif\0\0"), tiff, place]);
}

/** A baseline JPEG of one shade: every block is its mean, so that the tables have one code each. */
export function jpeg(width: number, height: number, { components = 1, orientation, comment }: Wishes = {}): Buffer {
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8) * components;
  const counts = Buffer.from([1, ...Array.from({ length: 15 }, () => 0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation ? [segment(0xe1, exif(orientation))] : []),
    ...(components === 4 ? [segment(0xee, Buffer.from("Adobe\0\x64\0\0\0\0\0", "latin1"))] : []),
    ...(comment ? [segment(0xfe, Buffer.from(comment))] : []),
    segment(0xdb, 0, Buffer.alloc(64, 16)),
    segment(0xc0, 8, size, components, ...ids.flatMap((id) => [id, 0x11, 0])),
    segment(0xc4, 0x00, counts),
    segment(0xc4, 0x10, counts),
    segment(0xda, components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0),
    // Two zero bits a block: no difference, end of block. What is left of the last byte is ones.
    Buffer.from(packed(blocks * 2)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const packed = (zeros: number): number[] => [
  ...Array.from({ length: Math.floor(zeros / 8) }, () => 0),
  ...(zeros % 8 > 0 ? [0xff >> (zeros % 8)] : []),
];
