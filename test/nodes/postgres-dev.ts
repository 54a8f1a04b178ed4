import pg from "pg";

const ADMIN = "postgres://postgres@127.0.0.1:25990/postgres";
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);
let n = 0;
export async function createPostgres() {
  const admin = new pg.Client(ADMIN);
  await admin.connect();
  const name = `t${process.pid}_${++n}`;
  await admin.query(`create database ${name} template tpl`);
  await admin.end();
  const url = `postgres://postgres@127.0.0.1:25990/${name}`;
  return {
    url,
    pool: new pg.Pool({ connectionString: url, max: 6, allowExitOnIdle: true }),
    async drop() {
      const admin = new pg.Client(ADMIN);
      await admin.connect();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
