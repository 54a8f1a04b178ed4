import { type Subject, visits } from "../subject.ts";

const VISITS = 1000;

export const editorSubjects: Subject[] = [
  {
    name: "draft editor, signed in",
    requests: ({ cookie, draftId, random }) =>
      visits(random, () => `/drafts/${draftId}`, VISITS).map(({ headers, ...request }) => ({
        ...request,
        headers: { ...headers, cookie: `sid=${cookie}` },
      })),
  },
];
