import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The baseline: one transaction per order, with row locks, on its own tables. */
export interface Naive {
  place(): Promise<boolean>
  close(): Promise<void>
}

const HOUSE = 0
const ESCROW = -1

export async function createNaive(url: string, users: number): Promise<Naive> {
  const pool = new pg.Pool({ connectionString: url, max: 32 })
  await pool.query(`
    create table account (id bigint primary key, kind int not null, balance bigint not null, check (kind <> 1 or balance >= 0));
    create table orders (id uuid primary key, user_id bigint not null, idem uuid not null, stake bigint not null,
      profit bigint not null, expires_at timestamptz not null, status int not null default 0, unique (user_id, idem));
    create index on orders (expires_at) where status = 0;
    create table transfer (order_id uuid, leg int, from_id bigint, to_id bigint, amount bigint, primary key (order_id, leg));
    insert into account select id, 1, 1000000000000 from generate_series(1, ${users}) as id;
    insert into account values (${HOUSE}, 2, 1000000000000000), (${ESCROW}, 3, 0);
    analyze`)
  return {
    close: () => pool.end(),
    async place() {
      const client = await pool.connect()
      try {
        await placeOne(client, 1 + Math.floor(Math.random() * users))
        return true
      } catch {
        await client.query('rollback')
        return false
      } finally {
        client.release()
      }
    },
  }
}

async function placeOne(client: pg.PoolClient, user: number): Promise<void> {
  const id = randomUUID()
  const [stake, profit] = [100_000_000, 92_000_000]
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  await client.query('begin')
  await run('lock', 'select balance from account where id = $1 for update', [user])
  await run('lock', 'select balance from account where id = $1 for update', [HOUSE])
  await run('take', 'update account set balance = balance - $2 where id = $1', [user, stake])
  await run('take', 'update account set balance = balance - $2 where id = $1', [HOUSE, profit])
  await run('give', 'update account set balance = balance + $2 where id = $1', [ESCROW, stake + profit])
  await run('order', `insert into orders values ($1, $2, $3, $4, $5, now() + '1 minute')`, [
    id,
    user,
    randomUUID(),
    stake,
    profit,
  ])
  const legs = 'insert into transfer values ($1, 0, $2, $3, $4), ($1, 1, $5, $3, $6)'
  await run('legs', legs, [id, user, ESCROW, stake, HOUSE, profit])
  await client.query('commit')
}
