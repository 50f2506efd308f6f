import { sql } from 'kysely'
import { deleteExpiredChallenges, deleteStaleSessions } from '../../accounts/sessionStore.ts'
import { listUsers } from '../../accounts/userListStore.ts'
import { countNews } from '../../content/store.ts'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { countOpenOf, listProposals } from '../../console/proposals/proposalStore.ts'
import { spendStep as spendOperatorStep } from '../../console/stores/factorStore.ts'
import { listOperators, suspendOperator } from '../../console/stores/operatorStore.ts'
import { SUSPENDED_MS } from '../../operators/presentStore.ts'
import {
  findSession,
  insertChallenge,
  takeLink,
  takeWebauthnChallenge,
} from '../../console/stores/sessionStore.ts'
import { hasOperatorFor, wasOperatorActive } from '../../console/stores/staffStore.ts'
import { LIMIT_MARKS } from '../../limits/store.ts'
import { claimRealityChecks, dropOldHours } from '../../limits/useStore.ts'
import { takeJobs } from '../../messages/pushStore.ts'
import { listActions } from '../../operators/actionLogStore.ts'
import { readSince, wasRead } from '../../operators/readingStore.ts'
import { addressesOf } from '../../accounts/userStore.ts'
import { countThreads, inboxPage, threadAbout, waitingThreads } from '../../support/store.ts'
import { around, bytes, DAY, type Edge, id, inTx, left, NOW, testEdges } from './edges.testing.ts'

const SESSION = { id: id(1), operator: 'ann', token: bytes(1), seen_ms: NOW }
const OPERATOR = { address: 'ann', name: 'Ann', roles: ['support'] }

const EDGES: Edge[] = [
  [
    'actions are listed from a time and before another, by module or by name, the newest first',
    {
      operator_action: [
        { at_ms: NOW - 1, action: 'people.read' },
        { at_ms: NOW, action: 'people.reads', operator: 'ben' },
        { at_ms: NOW + 1, action: 'peoples.read', subject: 'two' },
        { at_ms: NOW + 2, action: 'people', user_id: 7 },
      ].map((row, at) => ({ id: at + 1, operator: 'ann', subject: 'one', details: {}, ...row })),
    },
    async (db) => {
      const list = async (filter: Parameters<typeof listActions>[1], most = 9) =>
        (await listActions(db, filter, most)).map((one) => one.id)
      return [
        await list({}, 3),
        await list({ action: 'people' }),
        await list({ action: 'people.read' }),
        await list({ fromMs: NOW, untilMs: NOW + 2 }),
        await list({ before: 3 }),
        await list({ operator: 'ben' }),
        await list({ subject: 'two' }),
        await list({ userId: 7 }),
      ]
    },
    [[4, 3, 2], [4, 2, 1], [1], [3, 2], [2, 1], [2], [3], [4]],
  ],
  [
    'a full hour of use in a day is told once, and forgotten after eight days',
    {
      use_hour: [
        [1, 24, 2n ** 60n - 1n],
        [2, 24, 2n ** 59n - 1n],
        [3, 23, 2n ** 60n - 1n],
        [4, 47, 2n ** 59n - 1n],
        [4, 24, 1n],
      ].map(([user_id, hour, minutes]) => ({
        user_id: Number(user_id),
        hour: Number(hour),
        minutes: String(minutes),
      })),
      reality_check: [],
      result_hour: [],
    },
    async (db) => {
      const claim = () => claimRealityChecks(db, [1, 2, 3, 4], DAY)
      const told = [(await claim()).map((one) => one.userId).toSorted((a, b) => a - b), await claim()]
      await dropOldHours(db, 10 * DAY - 1)
      const kept = (await left(db, 'reality_check', 'day')).length
      await dropOldHours(db, 10 * DAY)
      return [told, kept, await left(db, 'reality_check', 'day')]
    },
    [[[1, 4], []], 2, []],
  ],
  [
    'a break is over at its end',
    {
      user_break: [
        { user_id: 1, until_ms: NOW },
        { user_id: 2, until_ms: NOW + 1 },
        { user_id: 3, excluded_until_ms: NOW + 1 },
      ],
    },
    async (db) => {
      const { rows } = await sql<{ id: bigint }>`select id from generate_series(1::bigint, 3) id
        where ${LIMIT_MARKS.find(({ mark }) => mark === 'paused')?.holds(sql`id`, NOW)}`.execute(db)
      return rows.map((one) => Number(one.id))
    },
    [2, 3],
  ],
  [
    'readings of people count after a time, by operator and subject',
    {
      operator_action: [
        ...around('at_ms'),
        { at_ms: NOW + 5, subject: 'two' },
        { at_ms: NOW + 8 },
        { at_ms: NOW + 6, operator: 'ben' },
        { at_ms: NOW + 7, action: 'other' },
      ].map((row, at) => ({
        id: at + 1,
        operator: 'ann',
        action: 'people.read',
        subject: 'one',
        details: {},
        ...row,
      })),
    },
    inTx(async (tx) => [
      [...(await readSince(tx, 'ann', NOW))].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      await wasRead(tx, 'ann', 'one', NOW),
      await wasRead(tx, 'ann', 'one', NOW + 7),
      await wasRead(tx, 'ann', 'one', NOW + 8),
    ]),
    [
      [
        ['one', NOW + 1],
        ['two', NOW + 5],
      ],
      true,
      true,
      false,
    ],
  ],
  [
    'texts to sign go once they expired',
    {
      challenge: around('expires_at').map((row, at) => ({ nonce: String(at), ...row })),
      operator_challenge: around('expires_ms').map((row, at) => ({ nonce: String(at), ...row })),
    },
    async (db) => {
      await deleteExpiredChallenges(db, NOW)
      const given = {
        nonce: 'new',
        address: 'a',
        walletType: 1 as const,
        browser: Buffer.from('b'),
        message: 'm',
        expiresAtMs: NOW + 7,
      }
      await insertChallenge(db, given, NOW)
      return [await left(db, 'challenge', 'nonce'), await left(db, 'operator_challenge', 'nonce')]
    },
    [
      ['1', '2'],
      ['1', '2', 'new'],
    ],
  ],
  [
    'sessions end by age and by idling, of their address alone',
    {
      session: [
        [5, 9],
        [6, 9],
        [9, 5],
        [9, 6],
        [1, 1],
      ].map(([created_at, seen_at], at) => ({
        token: bytes(at + 1),
        transport: 'cookie',
        address: at === 4 ? 'other' : 'xxx',
        created_at,
        seen_at,
      })),
    },
    async (db) => {
      await transact(db, (tx) => deleteStaleSessions(tx, 'xxx', 5, 5))
      return left(db, 'session', 'id')
    },
    [id(2), id(4), id(5)],
  ],
  [
    'a session of an operator that was opened while he was thrown out is none',
    {
      operator: [{ ...OPERATOR, suspended_by: 'ben', suspended_ms: NOW }],
      operator_session: [NOW + SUSPENDED_MS - 1, NOW + SUSPENDED_MS].map((created_ms, at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        created_ms,
      })),
    },
    async (db) => [
      await findSession(db, Buffer.from('a')),
      (await findSession(db, Buffer.from('aa')))?.address,
    ],
    [null, 'ann'],
  ],
  [
    'what a passkey has to sign is over at its end, and asked once',
    {
      operator_session: [NOW, NOW + 1, NOW + 1].map((challenge_ms, at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        challenge: 'c',
        challenge_ms,
      })),
    },
    async (db) => [
      await takeWebauthnChallenge(db, id(1), NOW),
      await takeWebauthnChallenge(db, id(2), NOW),
      await takeWebauthnChallenge(db, id(2), NOW),
      await takeWebauthnChallenge(db, id(3), NOW),
    ],
    [null, 'c', null, 'c'],
  ],
  [
    'a link is over at its end, and opens once',
    {
      operator_link: [NOW, NOW + 1].map((expires_ms, at) => ({
        hash: bytes(31) + `0${at}`,
        operator: 'ann',
        expires_ms,
      })),
    },
    inTx(async (tx) => {
      const take = (at: number) => takeLink(tx, Buffer.from(`${'61'.repeat(31)}0${at}`, 'hex'), NOW)
      return [await take(0), await take(1), await take(1)]
    }),
    [null, 'ann', null],
  ],
  [
    'a code of an operator is spent once, of the secret in force',
    {
      operator_code: ['ann', 'ben'].map((operator) => ({
        operator,
        secret: bytes(40),
        since_ms: 1,
        last_step: 5,
      })),
    },
    inTx(async (tx) => {
      const spend = (step: number, secret = Buffer.from('a'.repeat(40))) =>
        spendOperatorStep(tx, 'ann', secret, step)
      const spent = [await spend(5), await spend(6, Buffer.from('b')), await spend(6), await spend(6)]
      const { rows } = await sql`select last_step::int from operator_code order by operator`.execute(tx)
      return [spent, rows]
    }),
    [
      [false, false, true, false],
      [{ last_step: 6 }, { last_step: 5 }],
    ],
  ],
  [
    'who is suspended loses the sessions that run and all links; a session that had ended keeps its end',
    {
      operator: [
        { ...OPERATOR, roles: ['admin'] },
        { ...OPERATOR, address: 'ben' },
      ],
      operator_session: [
        { ended_ms: null },
        { ended_ms: null },
        { ended_ms: NOW - 1 },
        { ended_ms: null, operator: 'ben' },
      ].map((row, at) => ({ ...SESSION, id: id(at + 1), token: bytes(at + 1), created_ms: 1, ...row })),
      operator_link: ['ann', 'ben'].map((operator, at) => ({
        hash: bytes(31) + `0${at}`,
        operator,
        expires_ms: NOW,
      })),
    },
    async (db) => [
      await inTx((tx) => suspendOperator(tx, 'ann', 'ben', NOW))(db),
      (await left(db, 'operator_session', 'ended_ms')).map(String).toSorted(),
      await left(db, 'operator_link', 'operator'),
    ],
    [2, [String(NOW), String(NOW), String(NOW - 1), 'null'].toSorted(), ['ben']],
  ],
  [
    'the list of operators tells of each who was seen within a session’s life, and of links that open',
    {
      operator: [
        { address: 'zed', name: 'Ann' },
        { address: 'ann', name: 'Ann' },
        { address: 'old', name: 'Aaa', revoked_by: 'ann', revoked_ms: 1 },
        { address: 'bob', name: 'Abe' },
      ].map((row) => ({ ...OPERATOR, ...row })),
      operator_session: [
        [NOW - 100, 5, null, 'ann'],
        [NOW - 99, 4, null, 'ann'],
        [NOW - 1, 3, null, 'ann'],
        [NOW - 1, 9, 1, 'ann'],
        [NOW - 1, 7, null, 'zed'],
      ].map(([created_ms, seen_ms, ended_ms, operator], at) => ({
        ...SESSION,
        id: id(at + 1),
        token: bytes(at + 1),
        created_ms,
        seen_ms,
        ended_ms,
        operator,
      })),
      operator_link: [
        [NOW, null, 'ann'],
        [NOW + 1, null, 'ann'],
        [NOW + 9, 1, 'ann'],
        [NOW + 6, null, 'zed'],
        [NOW + 5, null, 'zed'],
      ].map(([expires_ms, used_ms, operator], at) => ({
        hash: bytes(31) + `0${at}`,
        operator,
        expires_ms,
        used_ms,
      })),
      operator_passkey: ['zed', 'bob', 'zed'].map((operator, at) => ({
        id: `key ${at}`,
        operator,
        transports: [],
      })),
      operator_code: [
        { operator: 'ann', secret: bytes(40), since_ms: 1 },
        { operator: 'zed', pending: bytes(40) },
      ],
    },
    async (db) =>
      (await listOperators(db, NOW, 100)).map((one) => [
        one.address,
        one.passkeys,
        one.hasCode,
        one.seenAtMs,
        one.linkUntilMs,
      ]),
    [
      ['bob', 1, false, null, null],
      ['ann', 0, true, 4, NOW + 1],
      ['zed', 2, false, 7, NOW + 6],
      ['old', 0, false, null, null],
    ],
  ],
  [
    'somebody answers who may, and was active within four days with his second factor',
    {
      operator: [
        { address: 'ann', roles: ['support'] },
        { address: 'ben', roles: ['editor'] },
        { address: 'own', roles: ['reviewer'], by_link: true },
      ],
      operator_session: [
        { operator: 'ann', seen_ms: 5 * DAY, factor_ms: 1 },
        { operator: 'ann', seen_ms: 9 * DAY },
        { operator: 'ben', seen_ms: 9 * DAY, factor_ms: 1 },
      ].map((row, at) => ({ token: bytes(at + 1), ...row })),
    },
    async (db) => [
      await wasOperatorActive(db, 'answerChat', 9 * DAY - 1),
      await wasOperatorActive(db, 'answerChat', 9 * DAY),
      await hasOperatorFor(db, 'answerChat'),
      await hasOperatorFor(db, 'reviewLoans'),
      await hasOperatorFor(db, 'runChains'),
    ],
    [true, false, true, false, false],
  ],
  [
    'whom the sandbox’s own operator invited by a link may review, and nobody who is revoked',
    {
      operator: [
        { address: 'eve', roles: ['reviewer'], by_link: true, invited_by: 'own' },
        { address: 'old', roles: ['support'], revoked_by: 'own', revoked_ms: 1 },
      ],
    },
    async (db) => [await hasOperatorFor(db, 'reviewLoans'), await hasOperatorFor(db, 'answerChat')],
    [true, false],
  ],
  [
    'a sandbox with no operator but a revoked third has one hand that counts as two',
    {
      operator: [
        { address: 'own', roles: ['admin'], by_link: true },
        { address: 'ann', roles: ['admin'], by_link: true, invited_by: 'own' },
        { address: 'old', roles: ['admin'], revoked_by: 'own', revoked_ms: 1 },
      ],
    },
    isSameHand,
    false,
  ],
  [
    'a sandbox with a third operator has hands of more than one wallet',
    {
      operator: [
        { address: 'own', roles: ['admin'], by_link: true },
        { address: 'ann', roles: ['admin'], by_link: true, invited_by: 'own' },
        { address: 'cem', roles: ['admin'] },
      ],
    },
    isSameHand,
    true,
  ],
  [
    'open proposals of an operator count until they expire or are decided',
    {
      proposal: [NOW, NOW + 1, NOW + 1, NOW + 1].map((expires_ms, at) => ({
        key: id(at + 1),
        asked_by: at === 2 ? 'ben' : 'ann',
        payload: '{}',
        payload_hash: '\\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        asked_ms: expires_ms - 3_600_000,
        expires_ms,
      })),
      proposal_decision: [
        {
          proposal: id(4),
          asked_by: 'ann',
          decided_by: 'ben',
          decision: 'approved',
          asked_ms: 0,
          decided_ms: 1,
          expires_ms: 2,
        },
      ],
    },
    inTx((tx) => countOpenOf(tx, 'ann', NOW)),
    1,
  ],
  [
    'conversations count from a time on, of their user',
    {
      thread: [...around('opened_at_ms'), { opened_at_ms: NOW, user_id: 2 }].map((row, at) => ({
        subject: 'order',
        subject_id: id(at + 1),
        ...row,
      })),
    },
    (db) => countThreads(db, 1, NOW),
    2,
  ],
  [
    'conversations wait from their first unanswered message on; one without a message, or with an answer, does not',
    {
      thread: [
        { messages: 1, waiting_since_ms: NOW + 1 },
        { messages: 2, waiting_since_ms: NOW },
        { messages: 2, waiting_since_ms: null },
        { messages: 0, waiting_since_ms: null },
      ].map((row, at) => ({ subject: 'order', subject_id: id(at + 1), ...row })),
    },
    (db) => waitingThreads(db),
    { waiting: 2, oldestAtMs: NOW },
  ],
  [
    'a conversation is opened again by its subject, and a general one while it is empty',
    {
      thread: [
        { subject: 'order', subject_id: id(7), messages: 0 },
        { subject: 'deposit', subject_id: id(8), messages: 3 },
        { subject: 'general', subject_id: null, messages: 1 },
        { subject: 'general', subject_id: null, messages: 0, user_id: 2 },
      ].map((row, at) => ({ id: id(at + 1), ...row })),
    },
    async (db) => [
      await threadAbout(db, 1, 'order', id(7)),
      await threadAbout(db, 1, 'deposit', id(8)),
      await threadAbout(db, 1, 'deposit', id(7)),
      await threadAbout(db, 2, 'order', id(7)),
      await threadAbout(db, 1, 'general', null),
      await threadAbout(db, 2, 'general', null),
    ],
    [id(1), id(2), null, null, null, id(4)],
  ],
  [
    'addresses are told of the users who are named, and of nobody when none is',
    {
      users: [1, 2].map((at) => ({
        id: at,
        wallet_type: 1,
        address: `0x${String(at).repeat(40)}`,
        invite_code: `ABCDEFG${at}`,
        language: 'english',
      })),
    },
    async (db) => [[...(await addressesOf(db, [2, 3]))], [...(await addressesOf(db, []))]],
    [[[2, `0x${'2'.repeat(40)}`]], []],
  ],
  [
    'pushes are taken when they are due, the oldest first, and not of what was read',
    {
      push_subscription: ['e', 'f'].map((endpoint) => ({ endpoint, p256dh: bytes(65), auth: bytes(16) })),
      message: [1, 2, 3, 4].map((at) => ({
        id: id(at),
        ref: id(at),
        category: 'money',
        facts: '{}',
        read_at_ms: at === 4 ? 1 : null,
      })),
      push_job: [
        [2, NOW],
        [1, NOW - 1],
        [3, NOW + 1],
        [4, NOW],
      ].map(([of, due_at_ms]) => ({ subscription: id(1), message: id(of ?? 0), due_at_ms, tries: 0 })),
    },
    async (db) => {
      const first = await takeJobs(db, NOW, NOW + 9, { most: 1 })
      const rest = await takeJobs(db, NOW, NOW + 9, { most: 9 })
      return [
        [...first, ...rest].map((one) => [one.messageId, one.tries]),
        await left(db, 'push_job', 'due_at_ms'),
      ]
    },
    [
      [
        [id(1), 1],
        [id(2), 1],
      ],
      [String(NOW + 1), String(NOW + 9), String(NOW + 9)],
    ],
  ],
  [
    'news are out at their time',
    {
      content_item: [
        ...around('publish_at'),
        { publish_at: 1, state: 'withdrawn' },
        { publish_at: 1, kind: 'reply' },
      ].map((row, at) => ({ id: at + 1, kind: 'news', key: `k${at}`, state: 'published', ...row })),
    },
    (db) => countNews(db, NOW),
    2,
  ],
  [
    'users joined from a time on and before another',
    {
      users: around('created_at').map((row, at) => ({
        id: at + 1,
        wallet_type: 1,
        address: `0x${String(at).repeat(40)}`,
        invite_code: `ABCDEFG${at}`,
        language: 'english',
        ...row,
      })),
    },
    async (db) => {
      const list = (fromMs: number, toMs: number) =>
        listUsers(db, { fromMs, toMs, sort: 'oldest', after: null, limit: 9 }, [], NOW)
      return (await list(NOW, NOW + 1)).map((one) => one.joinedAt)
    },
    [NOW],
  ],
  [
    'proposals are listed the newest first, a page at a time, by kind and state',
    {
      proposal: [5, 7, 6].map((asked_ms, at) => ({
        key: id(at + 1),
        kind: at === 2 ? 'other' : 'one',
        payload: '{}',
        payload_hash: '\\x44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
        asked_by: 'ann',
        asked_ms,
        expires_ms: asked_ms + 3_600_000,
      })),
      proposal_decision: [
        {
          proposal: id(3),
          asked_by: 'ann',
          decided_by: 'ben',
          decision: 'approved',
          asked_ms: 6,
          decided_ms: 6,
          expires_ms: 7,
        },
      ],
    },
    async (db) => {
      const list = async (filter: Partial<Parameters<typeof listProposals>[1]>, most = 9) =>
        (await listProposals(db, { nowMs: 6, ...filter }, most)).map((one) => Number(one.id.slice(-1)))
      const end = 5 + 3_600_000
      return [
        [
          await list({}),
          await list({}, 2),
          await list({ kind: 'one' }),
          await list({ before: { askedAtMs: 6, id: id(3) } }),
        ],
        [await list({ state: 'open', nowMs: end - 1 }), await list({ state: 'open', nowMs: end })],
        [
          await list({ state: 'expired', nowMs: end - 1 }),
          await list({ state: 'expired', nowMs: end }),
          await list({ state: 'approved' }),
        ],
      ]
    },
    [
      [[2, 3, 1], [2, 3], [2, 1], [1]],
      [[2, 1], [2]],
      [[], [1], [3]],
    ],
  ],
  [
    'the conversation that waits longest comes first, then those that moved last',
    {
      thread: [
        { waiting_since_ms: 9, moved_at_ms: 9 },
        { waiting_since_ms: 8, moved_at_ms: 8 },
        { moved_at_ms: 5 },
        { moved_at_ms: 7 },
        { moved_at_ms: 99, messages: 0 },
      ].map((row, at) => ({
        subject: 'order',
        subject_id: id(at + 1),
        facts: '{"about":[],"lines":[]}',
        messages: 1,
        ...row,
      })),
      chat_message: [1, 2, 3, 4].map((at) => ({
        thread: id(at),
        key: id(at),
        from_user: true,
        operator_name: '',
      })),
      users: [
        {
          id: 1,
          wallet_type: 1,
          address: `0x${'1'.repeat(40)}`,
          invite_code: 'ABCDEFGH',
          language: 'english',
        },
      ],
    },
    async (db) => {
      const page = await inboxPage(db, 0, 3)
      return [
        page.list.map((one) => Number(one.id.slice(-1))),
        page.total,
        page.waiting,
        (await inboxPage(db, 1, 3)).list.length,
      ]
    },
    [[2, 1, 4], 4, 2, 1],
  ],
]

testEdges(EDGES)

/** Whether the sandbox's own operator and who was invited by that one count as one hand. */
async function isSameHand(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ same: boolean }>`select same_hand('own', 'ann') as same`.execute(db)
  return rows[0]?.same
}
