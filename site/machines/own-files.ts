import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { isFilePath, typeOfFile } from "#domain/site/own-files.ts";
import { sendDocument } from "./document.ts";

/** Sends a file of the team, such as ads.txt. Asked only where the program has nothing itself. */
export async function sendOwnFile(req: Request, res: Response, { store }: Pick<Deps, "store">): Promise<boolean> {
  const { path } = req;
  if (!["GET", "HEAD"].includes(req.method) || !isFilePath(path)) return false;
  const body = await store.siteFiles.find(path);
  if (body === undefined) return false;
  const type = `${typeOfFile({ path, body })}; charset=utf-8`;
  sendDocument(req, res, { type, body, headers: { "Content-Security-Policy": "default-src 'none'; sandbox" } });
  return true;
}
