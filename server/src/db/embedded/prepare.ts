import pg from 'pg'

/** Errors of a cluster without our role or database: bad password, no such role, no such database. */
const notPrepared = new Set(['28P01', '28000', '3D000'])

/** Names of the role that owns the tables, and of the one that works with them. */
export const OWNER = 'tickmark_owner'
export const APPLICATION = 'tickmark'

interface Urls {
  admin: string
  owner: string
  app: string
}

/** Makes the owner's and the application's role and the database where they are missing, and sets the roles' passwords. */
export async function prepareApplication(
  urls: Urls,
  passwords: { owner: string; app: string },
): Promise<void> {
  if ((await canConnect(urls.owner)) && (await canConnect(urls.app))) return
  await withClient(urls.admin, async (admin) => {
    for (const [role, password] of [
      [OWNER, passwords.owner],
      [APPLICATION, passwords.app],
    ] as const) {
      const { rowCount: roles } = await admin.query('select from pg_roles where rolname = $1', [role])
      if (roles === 0) await admin.query(`create role ${role} login`)
      await admin.query(`alter role ${role} password ${admin.escapeLiteral(password)}`)
    }
    const { rowCount: databases } = await admin.query(`select from pg_database where datname = 'tickmark'`)
    if (databases === 0) await admin.query(`create database tickmark owner ${OWNER}`)
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
