import pg from 'pg'

/** Errors of a cluster without our role or database: bad password, no such role, no such database. */
const notPrepared = new Set(['28P01', '28000', '3D000'])

/** Makes the application's role and database where they are missing, and sets the role's password. */
export async function prepareApplication(adminUrl: string, appUrl: string, password: string): Promise<void> {
  if (await canConnect(appUrl)) return
  await withClient(adminUrl, async (admin) => {
    const { rowCount: roles } = await admin.query(`select from pg_roles where rolname = 'tickmark'`)
    if (roles === 0) await admin.query('create role tickmark login')
    await admin.query(`alter role tickmark password ${admin.escapeLiteral(password)}`)
    const { rowCount: databases } = await admin.query(`select from pg_database where datname = 'tickmark'`)
    if (databases === 0) await admin.query('create database tickmark owner tickmark')
  })
}

async function canConnect(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'))
    return true
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError && notPrepared.has(thrown.code ?? '')) return false
    throw thrown
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {}) // a lost connection also rejects the query in progress
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
