// The project's own lint rules, loaded by `.oxlintrc.json`, which says where each of them holds.

/**
 * A rule that reports every node a selector matches.
 *
 * @param {string} selector in the syntax of esquery
 * @param {string} message
 */
const disallow = (selector, message) => ({
  /** @param {{ report: (problem: { node: object; message: string }) => void }} context */
  create: (context) => ({
    /** @param {object} node */
    [selector]: (node) => context.report({ node, message }),
  }),
});

export default {
  meta: { name: 'project' },
  rules: {
    'no-sql': disallow(
      'TemplateElement[value.raw=/^\\s*(select|insert into|update|delete from|create|alter|grant) /i]',
      'SQL text lives in rest/sql*.ts, auth, backup, jobs, mail, outbox, limits, storage, api-docs/database-catalog.ts, store/catalogue.ts, realtime/sql.ts, db and .sql files.',
    ),
    'no-environment': disallow(
      "MemberExpression[object.name='process'][property.name='env']",
      'The environment is read once, by config.ts.',
    ),
    'no-storage': disallow(
      "MemberExpression[object.name='window'][property.name=/^(local|session)Storage$/], Identifier[name=/^(local|session)Storage$/]",
      'Saved records go through platform/local-store.ts.',
    ),
    'no-client': disallow(
      "CallExpression[callee.name='createClient']",
      'The one client is made in platform/create-supabase-client.ts.',
    ),
    'no-fetch': disallow(
      "CallExpression[callee.name='fetch']",
      'Only platform and the store data file speak to the network.',
    ),
    'no-clock': disallow(
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now'], CallExpression[callee.object.name='Math'][callee.property.name='random']",
      'A rule takes the time and new ids from its caller.',
    ),
  },
};
