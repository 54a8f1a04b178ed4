import type { Product } from "./product.ts";
import { FOOD_AND_ROOMS } from "./products/food-and-rooms.ts";
import { FOR_DEVELOPERS } from "./products/for-developers.ts";
import { HOME_AND_AWAY } from "./products/home-and-away.ts";
import { LEARNING_AND_CARE } from "./products/learning-and-care.ts";
import { NUMBERS_AND_MONEY } from "./products/numbers-and-money.ts";
import { SHOPS_AND_TRADES } from "./products/shops-and-trades.ts";
import { SOUND_AND_SIGHT } from "./products/sound-and-sight.ts";
import { WATER_AND_LAND } from "./products/water-and-land.ts";
import { WORDS_AND_PROMISES } from "./products/words-and-promises.ts";
import { WORKING_TOGETHER } from "./products/working-together.ts";

/** What a first visitor sees. The generator in listings.ts is for load tests. */
export const PRODUCTS: readonly Product[] = [
  ...WATER_AND_LAND,
  ...FOOD_AND_ROOMS,
  ...FOR_DEVELOPERS,
  ...NUMBERS_AND_MONEY,
  ...WORKING_TOGETHER,
  ...LEARNING_AND_CARE,
  ...SOUND_AND_SIGHT,
  ...SHOPS_AND_TRADES,
  ...WORDS_AND_PROMISES,
  ...HOME_AND_AWAY,
];
