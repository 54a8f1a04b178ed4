// Sparks for a launch or a win. Decoration, left out for reduced motion.

const SPARKS = 70;
const COLOURS = ["sun", "gold", "rose", "violet", "mint"];
const between = (low, high) => low + Math.random() * (high - low);

export function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const sky = document.createElement("div");
  sky.className = "sparks";
  sky.setAttribute("aria-hidden", "true");
  document.body.append(sky);
  const flights = Array.from({ length: SPARKS }, (_, index) => {
    const spark = document.createElement("i");
    spark.className = `${COLOURS[index % COLOURS.length]} ${index % 3 ? "" : "long"}`;
    sky.append(spark);
    const [from, drift] = [between(10, 90), between(-18, 18)];
    const at = (x, y, turn, opacity) => ({
      transform: `translate(${x}vw, ${y}vh) rotate(${turn}deg)`,
      opacity,
    });
    const top = between(12, 55);
    return spark.animate(
      [
        { ...at(from, 104, 0, 1), easing: "cubic-bezier(0.1, 0.7, 0.3, 1)" },
        { ...at(from + drift, top, between(180, 540), 1), easing: "ease-in" },
        at(from + drift * 1.4, top + between(20, 40), between(540, 900), 0),
      ],
      { duration: between(1800, 3200), delay: between(0, 500), fill: "both" },
    ).finished;
  });
  void Promise.allSettled(flights).then(() => sky.remove());
}
