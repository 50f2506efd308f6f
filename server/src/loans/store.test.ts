import { LOAN } from '@tickmark/core/loans/terms'
import { sql } from 'kysely'
import { bytes, DAY, type Edge, id, inTx, NOW, type Row, testEdges } from '../app/audit/edges.testing.ts'
import type { Tx } from '../db/pool.ts'
import { Refused } from '../http/calls/refused.ts'
import { draftAgain, findDraft } from './applying/draftStore.ts'
import { loanConsolePart } from './consolePart.ts'
import { countApplications, reviewQueue } from './consoleStore.ts'
import { lockDueLoans, lockOwnLoan } from './lending/store.ts'
import type { LoanDeps } from './ports.ts'
import { mayApprove } from './review/decide.ts'
import { listOwn, listQueue } from './store.ts'
import { loanSubject } from './subject.ts'
import { countOwnView, countViews, listViews, seenBy } from './viewStore.ts'

const WAITING = {
  state: 0,
  user_id: 1,
  instalments: 6,
  amount: 120_050_000_000,
  wallet: 'evm',
  key_number: 1,
  wrapped_key: bytes(1),
  sealed: bytes(1),
}
const LENT = { ...WAITING, state: 1, decided_at_ms: NOW + 5, decided_by: 'x' }
const LAPSED = { ...WAITING, state: 2, ending: 'lapsed', decided_at_ms: NOW + 5 }
const applied = (...rows: Row[]): Row[] => rows.map((row, at) => ({ id: id(at + 1), ...WAITING, ...row }))
const viewed = (...rows: [application: number, viewer: string, what: string][]): Row[] =>
  rows.map(([application, viewer, what], at) => ({
    id: rows.length - at,
    application: id(application),
    viewer,
    what,
    reason: `reason ${at}`,
  }))

const deps = {
  pausesOf: async (_reader: unknown, userId: number) => {
    const untilMs = userId === 6 ? NOW + 1 : 0
    return { breakUntilMs: untilMs, excludedUntilMs: 0 }
  },
} as unknown as LoanDeps

/** Writes past references, like the rows themselves. */
const pastReferences = (work: (tx: Tx) => Promise<unknown>) =>
  inTx(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    return work(tx)
  })

/** Whether an operator may approve an application, or the code of the refusal. */
async function approval(tx: Tx, number: number, by: string, nowMs = NOW): Promise<string> {
  try {
    return (await mayApprove(deps, tx, { id: id(number), by, nowMs })).application
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.code
    throw thrown
  }
}

const EDGES: Edge[] = [
  [
    'reviewers read the applications under review, the longest waiting first, and how many wait',
    {
      loan_application: applied(
        { submitted_at_ms: 5 },
        { submitted_at_ms: 3, user_id: 2 },
        { submitted_at_ms: 5, user_id: 3 },
        { ...LAPSED, submitted_at_ms: 1 },
        { ...LENT, submitted_at_ms: 1, user_id: 4 },
      ),
    },
    async (db) => {
      const pages = await Promise.all([0, 1].map((page) => listQueue(db, { page, pageSize: 2 })))
      return [
        pages.map(({ list }) => list.map((one) => one.application)),
        pages.map(({ total }) => total),
        await reviewQueue(db),
        (await loanConsolePart.queues?.(db, NOW))?.[0],
      ]
    },
    [
      [[id(2), id(1)], [id(3)]],
      [3, 3],
      { waiting: 3, oldestAtMs: 3 },
      { name: 'loans', waiting: 3, oldestAtMs: 3 },
    ],
  ],
  [
    'without an application nobody waits',
    { loan_application: [] },
    reviewQueue,
    { waiting: 0, oldestAtMs: null },
  ],
  [
    'a user’s own applications come newest first, and nobody else’s',
    {
      loan_application: applied(
        { submitted_at_ms: 5, ...LAPSED },
        { submitted_at_ms: 7 },
        { submitted_at_ms: 5, ...LAPSED },
        { submitted_at_ms: 9, user_id: 2 },
      ),
    },
    async (db) => [
      (await listOwn(db, 1)).map((one) => one.application),
      await countApplications(db, 1),
      await loanConsolePart.search?.(db, id(4).toUpperCase()),
      await loanConsolePart.search?.(db, `${id(4)}0`),
    ],
    [[id(2), id(3), id(1)], 3, [{ kind: 'loan', id: id(4), label: '1200.5 USDT' }], []],
  ],
  [
    'views count for their application and their viewer, in their order',
    {
      loan_view: viewed(
        [1, 'ann', 'front'],
        [1, 'ann', 'details'],
        [1, 'ann', 'front'],
        [1, 'ben', 'back'],
        [2, 'ann', 'signature'],
      ),
    },
    async (db) => [
      [...(await seenBy(db, id(1), 'ann'))].toSorted(),
      (await listViews(db, id(1))).map(({ viewer, what, reason }) => [viewer, what, reason]),
      Object.fromEntries(await countViews(db, [id(1), id(2), id(3)])),
    ],
    [
      ['details', 'front'],
      [
        ['ben', 'back', 'reason 3'],
        ['ann', 'front', 'reason 2'],
        ['ann', 'details', 'reason 1'],
        ['ann', 'front', 'reason 0'],
      ],
      { [id(1)]: 4, [id(2)]: 1 },
    ],
  ],
  [
    'who approves a loan has seen its details and both its photos, and not only another’s',
    {
      loan_application: applied(...Array.from({ length: 5 }, (_, at) => ({ user_id: at + 1 })), {
        user_id: 6,
      }),
      loan_view: viewed(
        ...[1, 5, 6].flatMap((number) =>
          ['details', 'front', 'back'].map((what): [number, string, string] => [number, 'ann', what]),
        ),
        ...['front', 'back', 'signature'].map((what): [number, string, string] => [2, 'ann', what]),
        ...['details', 'back', 'signature'].map((what): [number, string, string] => [3, 'ann', what]),
        ...['details', 'front', 'signature'].map((what): [number, string, string] => [4, 'ann', what]),
      ),
    },
    inTx((tx) => Promise.all([1, 2, 3, 4, 5, 6].map((number) => approval(tx, number, 'ann')))),
    [id(1), 'loan_not_viewed', 'loan_not_viewed', 'loan_not_viewed', id(5), 'on_break'],
  ],
  [
    'a loan is approved by another than its borrower, while it is under review and its time is not over',
    {
      loan_application: applied(
        { borrower: 'ann', written_at_ms: NOW - LOAN.decisionLifeMs + 1 },
        { ...LENT, user_id: 2 },
        { ...LAPSED, user_id: 3 },
      ),
      loan_view: viewed(
        ...['ann', 'ben'].flatMap((viewer) =>
          ['details', 'front', 'back'].map((what): [number, string, string] => [1, viewer, what]),
        ),
      ),
    },
    inTx(async (tx) => [
      await approval(tx, 1, 'ann'),
      await approval(tx, 1, 'ben'),
      await approval(tx, 1, 'ben', NOW + 1),
      await approval(tx, 2, 'ben'),
      await approval(tx, 3, 'ben'),
      await approval(tx, 9, 'ben'),
    ]),
    ['loan_own', id(1), 'loan_decided', 'loan_decided', 'loan_decided', 'loan_unknown'],
  ],
  [
    'a returned application is a draft of its owner, with each of its own photos in its place',
    {
      loan_application: applied({ ...LAPSED, key_number: 3, user_id: 5 }),
      loan_picture: [
        { purpose: 'back', application: id(1) },
        { purpose: 'front', application: id(1) },
        { purpose: 'signature', application: id(1) },
        { purpose: 'front', application: id(2) },
        { purpose: 'back', application: id(2) },
      ].map((row) => ({ bytes: 1, sealed: bytes(29), ...row })),
      loan_draft: [],
    },
    pastReferences(async (tx) => {
      await draftAgain(tx, { id: id(8), application: id(1), untilMs: NOW + 1 })
      const draft = await findDraft(tx, 5, NOW)
      return draft && [draft.id, draft.front, draft.back, draft.again, draft.untilMs, draft.record.keyNumber]
    }),
    [id(8), id(2), id(1), id(1), NOW + 1, 3],
  ],
  [
    'loans are locked that are still due, each with its instalments in their order',
    {
      loan_application: applied({}, { user_id: 2 }, { user_id: 3 }).map((row) => ({
        ...LENT,
        ...row,
        state: 1,
      })),
      loan: [NOW, NOW + 1, NOW - 1].map((next_at_ms, at) => ({ id: id(at + 1), next_at_ms })),
      loan_instalment: [
        [1, 2],
        [3, 3],
        [3, 1],
        [3, 2],
        [1, 1],
      ].map(([loan, number]) => ({ loan: id(loan ?? 0), number, amount: 1_000_000, told: 0 })),
    },
    inTx(async (tx) => {
      const due = await lockDueLoans(tx, [id(3), id(2), id(1)], NOW)
      return [
        Object.fromEntries(due.map((one) => [one.id, one.instalments.map(({ number }) => number)])),
        (await lockOwnLoan(tx, 3, id(3)))?.instalments.map(({ number }) => number),
        await lockOwnLoan(tx, 1, id(3)),
      ]
    }),
    [{ [id(1)]: [1, 2], [id(3)]: [1, 2, 3] }, [1, 2, 3], null],
  ],
  [
    'an owner’s own reads are counted by day and by owner',
    { loan_own_view: [] },
    pastReferences(async (tx) => {
      for (const [userId, atMs] of [
        [1, DAY - 1],
        [1, DAY],
        [1, DAY + 1],
        [2, DAY],
      ] as const)
        await countOwnView(tx, userId, atMs)
      const rows = await tx
        .selectFrom('loan_own_view')
        .selectAll()
        .orderBy('user_id')
        .orderBy('day')
        .execute()
      return rows.map((row) => [Number(row.user_id), row.day, row.times])
    }),
    [
      [1, 0, 1],
      [1, 1, 2],
      [2, 1, 1],
    ],
  ],
  [
    'support reads a loan’s amount, its state and its times, of its owner alone',
    { loan_application: applied({ submitted_at_ms: NOW }, { ...LENT, submitted_at_ms: NOW, user_id: 2 }) },
    async (db) => [
      (await loanSubject.describe(db, 1, id(1)))?.lines,
      (await loanSubject.describe(db, 2, id(2)))?.lines.slice(3),
      await loanSubject.describe(db, 1, id(2)),
    ],
    [
      [
        { name: 'number', value: { text: id(1) } },
        { name: 'amount', value: { text: '1200.5 USDT' } },
        { name: 'instalments', value: { text: '6' } },
        { name: 'state', value: { word: 'loan_under_review' } },
        { name: 'requested', value: { atMs: NOW } },
      ],
      [
        { name: 'state', value: { word: 'loan_active' } },
        { name: 'requested', value: { atMs: NOW } },
        { name: 'moved', value: { atMs: NOW + 5 } },
      ],
      null,
    ],
  ],
]

testEdges(EDGES)
