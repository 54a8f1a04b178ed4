/** Tests run on PostgreSQL with TEST_ENGINE=postgres: npm run test:postgres. */
export const isPostgres = (): boolean => process.env.TEST_ENGINE === "postgres";
