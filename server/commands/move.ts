import { readBucketAddress } from "../../core/storage/address.ts";
import { bucketStorages, localStorages } from "../picture-stores.ts";
import { type Command, CommandError } from "./command.ts";
import { moveFiles } from "./move/files.ts";

export const move: Command = {
  name: "move",
  usage: "move --files [--back]",
  summary: "Copies pictures from DATA_DIR to the storage of STORAGE_URL, or back.",
  about: `It copies what is missing there, reads each copy back, deletes nothing and is safe to repeat. Run it while the site runs,
restart the site with STORAGE_URL, and run it again for what was uploaded in between. debut doctor says when nothing is left.`,
  examples: ["move --files", "move --files --back"],
  options: {
    files: { type: "boolean", summary: "uploaded pictures, and the copies of remote ones" },
    back: { type: "boolean", summary: "from the storage to DATA_DIR" },
  },
  async run({ flags }, io) {
    const settings = io.settings();
    if (!flags.files) throw new CommandError("Say what to move: --files.", 2);
    if (!settings.STORAGE_URL)
      throw new CommandError("Set STORAGE_URL to the storage that has the files or gets them.");
    const now = () => new Date();
    const [here, bucket] = [localStorages(settings, now), bucketStorages(settings.STORAGE_URL, settings, now)];
    const [from, to] = flags.back ? [bucket, here] : [here, bucket];
    const uploads = await moveFiles(from.uploads, to.uploads);
    const pictures = await moveFiles(from.pictures, to.pictures);
    const { base } = readBucketAddress(settings.STORAGE_URL);
    const target = flags.back ? settings.DATA_DIR : base;
    io.answer(
      `Copied ${uploads.copied} files of uploaded pictures and ${pictures.copied} of remote ones to ${target}; ${uploads.there + pictures.there} were there.`,
      { target, uploads, pictures },
    );
    return 0;
  },
};
