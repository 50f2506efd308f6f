/** An invented product: a pot into which users drop money. Its files, by their path in the repository. */
export const TOY_FILES: Readonly<Record<string, string>> = {
  'core/src/pots/pots.ts': `
import type { Amount } from '../money/money.ts'

/** Whether a user with this balance may drop this amount. */
export function isDroppable(amount: Amount, has: Amount): boolean {
  return amount > 0n && amount <= has
}
`,
  'wire/src/routes/pots.ts': `
import * as z from 'zod/mini'
import { route } from '../call.ts'
import { moneyText } from '../fields.ts'

export const potRoutes = {
  dropInPot: route({
    method: 'POST',
    path: '/api/dropInPot',
    summary: 'Drops USDT into the own pot.',
    who: 'user',
    changes: true,
    money: true,
    input: z.object({ amount: moneyText }),
    reply: z.object({ id: z.string() }),
    refusals: ['amount_invalid', 'insufficient_funds'],
  }),
}
`,
  'wire/src/routes/operators/pots.ts': `
import * as z from 'zod/mini'
import { route } from '../../call.ts'

export const operatorPotRoutes = {
  consolePots: route({
    method: 'GET',
    path: '/api/console/pots',
    summary: 'How many drops there are.',
    who: 'operator',
    may: 'see',
    input: z.object({}),
    reply: z.object({ drops: z.int() }),
  }),
}
`,
  'server/src/db/migrations/900_pots.sql': `
create table pot_drop (id uuid primary key, user_id bigint not null, book smallint not null, currency smallint not null,
  amount bigint not null check (amount > 0), at_ms bigint not null);
do $$
declare
  more record;
  said text;
begin
  for more in select * from (values
    ('account', 'account_is_known', '(id & 15) = 15 and id >= 1024 and (id & 496) > 0'),
    ('transfer', 'transfer_flow_is_allowed', 'cause = 21 and (from_id & 15) = 1 and (to_id & 15) = 15'),
    ('transfer', 'transfer_owners_fit', '(from_id & 15) = 1 and (to_id & 15) = 15 and least(from_id, to_id) >= 1024')
  ) as it (place, name, also) loop
    select substr(pg_get_constraintdef(oid), 7) into said from pg_constraint where conname = more.name;
    execute format('alter table %I drop constraint %I, add constraint %I check (%s or (%s))',
      more.place, more.name, more.name, said, more.also);
  end loop;
end $$;
`,
  'server/src/pots/tables.ts': `
declare module '../db/schema.ts' {
  interface Schema {
    pot_drop: { id: string; user_id: bigint; book: number; currency: number; amount: bigint; at_ms: bigint }
  }
}

export {}
`,
  'server/src/pots/events.ts': `
import type { Book } from '@tickmark/core/money/currencies'

declare module '../module/events.ts' {
  interface EventMap {
    pot_filled: { userId: number; book: Book }
  }
}
`,
  'server/src/pots/store.ts': `
import { codeOfBook } from '@tickmark/core/money/currencies'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/pool.ts'
import type { Owner } from '../module/funds.ts'
import type {} from './tables.ts'

export async function insertDrop(tx: Tx, { userId, book }: Owner, id: string, amount: bigint, atMs: number): Promise<void> {
  const row = { id, user_id: BigInt(userId), book: codeOfBook(book), currency: 1, amount, at_ms: BigInt(atMs) }
  await tx.insertInto('pot_drop').values(row).execute()
}

export async function countDrops(reader: Reader): Promise<number> {
  const { n } = await reader.selectFrom('pot_drop').select((all) => all.fn.countAll<bigint>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

export async function potMismatches(reader: Reader): Promise<{ id: bigint; held: string; dropped: string }[]> {
  const { rows } = await sql<{ id: bigint; held: string; dropped: string }>\`
    select id, coalesce(held, 0)::text as held, coalesce(dropped, 0)::text as dropped
    from (select id, balance as held from account where (id & 15) = 15) a
    full join (select user_id * 1024 + book * 512 + currency * 16 + 15 as id, sum(amount) as dropped from pot_drop group by 1) d
      using (id)
    where coalesce(held, 0) <> coalesce(dropped, 0)\`.execute(reader)
  return rows
}
`,
  'server/src/pots/routes.ts': `
import { readAmount } from '@tickmark/core/money/readAmount'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { isDroppable } from '@tickmark/core/pots/pots'
import type { potRoutes } from '@tickmark/wire/routes/pots'
import { transact } from '../db/transact.ts'
import { keyOf, userOf, type Answers } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { once } from '../ledger/idempotency.ts'
import { requestHash, postTransfers, refOf } from '../ledger/post.ts'
import { available, lockBook } from '../ledger/store.ts'
import type { Runtime } from '../module/runtime.ts'
import type {} from './events.ts'
import { insertDrop } from './store.ts'

type PotRefusal = { code: 'insufficient_funds'; has: Amount }

export function potAnswers({ database, events }: Runtime): Answers<typeof potRoutes> {
  return {
    async dropInPot({ amount: text }, ask) {
      const amount = readAmount(text)
      if (!amount.ok) throw new Refused('amount_invalid')
      const { id: userId } = userOf(ask)
      const owner = { userId, book: ask.book }
      const keyed = { userId, route: 'dropInPot', key: keyOf(ask), fingerprint: requestHash(text), nowMs: ask.nowMs }
      const id = refOf('pot:' + userId + ':' + keyOf(ask))
      const done = await transact(database.db, (tx) =>
        once<PotRefusal>(tx, keyed, async (): Promise<Decision<string, PotRefusal>> => {
          await events.emit(tx, 'pot_filled', owner)
          await lockBook(tx, ask.book)
          const has = await available(tx, userId, ask.book, 1)
          if (!isDroppable(amount.value, has)) return refuse({ code: 'insufficient_funds', has })
          await insertDrop(tx, owner, id, amount.value, ask.nowMs)
          const from = { owner: userId, book: ask.book, currency: 1, kind: 'available' } as const
          const to = { ...from, kind: 'pot' } as const
          await postTransfers(tx, [{ from, to, amount: amount.value, ref: id, cause: 'drop', leg: 0 }], ask.nowMs)
          return accept(id)
        }),
      )
      if (done.ok) return { id }
      const { refusal } = done
      if (refusal.code === 'key_reused') throw new Refused('key_reused')
      throw new Refused('insufficient_funds', { currency: 'USDT', available: formatAmount(refusal.has) })
    },
  }
}
`,
  'server/src/pots/operatorRoutes.ts': `
import type { operatorPotRoutes } from '@tickmark/wire/routes/operators/pots'
import type { Reader } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { countDrops } from './store.ts'

export function potOperatorAnswers(reader: Reader): Answers<typeof operatorPotRoutes> {
  return { consolePots: async () => ({ drops: await countDrops(reader) }) }
}
`,
  'server/src/pots/audit.ts': `
import type { AuditRule } from '../module/auditRule.ts'
import { potMismatches } from './store.ts'

export const potsAudit: readonly AuditRule[] = [
  {
    number: 14,
    sentence: 'A pot holds what was dropped into it.',
    async check(reader) {
      const rows = await potMismatches(reader)
      return rows.map(({ id, held, dropped }) => {
        return { rule: 'pots = drops', where: 'account ' + id, expected: dropped, found: held }
      })
    },
  },
]
`,
  'server/src/pots/module.ts': `
import { codeOfBook } from '@tickmark/core/money/currencies'
import { operatorPotRoutes } from '@tickmark/wire/routes/operators/pots'
import { potRoutes } from '@tickmark/wire/routes/pots'
import { routesOf } from '../http/calls/mount.ts'
import type { Module } from '../module/module.ts'
import type { Runtime } from '../module/runtime.ts'
import { potOperatorAnswers } from './operatorRoutes.ts'
import { potAnswers } from './routes.ts'

export function openPots(runtime: Runtime): Module {
  const { events, live, log, database } = runtime
  events.afterCommit('pot_filled', ({ userId, book }) =>
    live.publish(userId, { event: 'balance_changed', book: codeOfBook(book) }),
  )
  return {
    name: 'pots',
    routes: [routesOf(potRoutes, potAnswers(runtime))],
    operatorRoutes: [routesOf(operatorPotRoutes, potOperatorAnswers(database.db))],
    async onReady() {
      log.info('the pots are ready')
    },
    async onClose() {
      log.info('the pots are closed')
    },
    funds: { kinds: ['pot'] },
  }
}
`,
  'web/src/features/pots/route.ts': `
import type { ScreenRoute } from '../../navigation/appRoute.ts'

export const routes: ScreenRoute[] = [{ path: '/pots', title: 'pages:title.share', file: 'pots/PotsPage' }]
`,
  'web/src/features/pots/PotsPage.tsx': `
export function PotsPage() {
  return <p>0 USDT</p>
}
`,
}

/** The lines that a product may add to existing files: one line, with its import, in each of three lists. */
export const TOY_LINES: Readonly<Record<string, readonly [before: string, line: string][]>> = {
  'wire/src/routes/all.ts': [
    ['import { accountRoutes }', "import { potRoutes } from './pots.ts'"],
    ['  ...accountRoutes,', '  ...potRoutes,'],
  ],
  'server/src/app/compose.ts': [
    ['import { openSwaps }', "import { openPots } from '../pots/module.ts'"],
    ['    openSwaps(', '    openPots(runtime),'],
  ],
  'server/src/app/audit/audits.ts': [
    ['import { swapsAudit }', "import { potsAudit } from '../../pots/audit.ts'"],
    ['  swapsAudit,', '  potsAudit,'],
  ],
  // The ledger lists every kind of account and every cause, as it should.
  'core/src/ledger/accounts.ts': [
    ['  available: 1,', '  pot: 15,'],
    ['  settlement: 2,', '  drop: 21,'],
    ["  grant: [['external', 'available']],", "  drop: [['available', 'pot']],"],
  ],
}

/** The users' own kinds of account, on one line. */
export const USER_KINDS_LINE = [
  "['available', 'hold', 'hosted']",
  "['available', 'hold', 'hosted', 'pot']",
] as const
