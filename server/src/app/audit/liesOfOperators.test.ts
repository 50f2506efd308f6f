import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { KINDS } from '@tickmark/core/ledger/accounts'
import { hash } from 'node:crypto'
import { proposalsOffActions } from '../../console/auditStore.ts'
import { HEAD_WITHIN_MS, lateHeads, wrongHeads } from '../../operators/auditStore.ts'
import { limitsOffProposals, movesOffProposals, versionsOffProposals } from '../../treasury/auditStore.ts'
import { bytes, id, NOW, type Row } from './edges.testing.ts'
import { placesOf, testLies, type Audited } from './lies.testing.ts'

function proposal(nth: number, kind: string, given: unknown, atMs = NOW): Row {
  const payload = JSON.stringify(given)
  return {
    id: id(nth),
    key: id(nth),
    kind,
    payload,
    payload_hash: `\\x${hash('sha256', payload)}`,
    asked_by: 'ann',
    asked_ms: atMs,
    expires_ms: atMs + 3_600_000,
  }
}

const decided = (nth: number, decision: 'approved' | 'refused' | 'withdrawn', atMs = NOW + 1): Row => ({
  proposal: id(nth),
  asked_by: 'ann',
  asked_ms: NOW,
  decided_by: decision === 'withdrawn' ? 'ann' : 'ben',
  decision,
  reason: decision === 'approved' ? null : 'why',
  decided_ms: atMs,
  expires_ms: NOW + 3_600_000,
})

const FUND = { amount: '7', currencyId: 1, from: 'bankroll', to: 'inventory' }
const at = (kind: keyof typeof KINDS) => 16 + KINDS[kind]
const [BANKROLL, INVENTORY, FEES] = [at('bankroll'), at('inventory'), at('fees')]
const [VENUE, PROGRAMME] = [at('venue1'), at('programme')]

const FIRST = `where cause = 20 and ref = '${id(1)}'`

const moves: Audited = {
  of: 'movements of the house’s money',
  tables: {
    proposal: [
      proposal(1, 'treasury.fund', FUND),
      proposal(2, 'engine.limits', FUND),
      proposal(3, 'treasury.fund', FUND),
      proposal(4, 'treasury.fund', FUND),
      proposal(5, 'treasury.fund', { ...FUND, amount: '9', from: 'fees', to: 'bankroll' }),
    ],
    proposal_decision: [...[1, 2, 5].map((nth) => decided(nth, 'approved')), decided(3, 'refused')],
    transfer: [
      { from_id: BANKROLL, to_id: INVENTORY, cause: 20 },
      { from_id: 16, to_id: BANKROLL, cause: 5 },
      { from_id: FEES, to_id: BANKROLL, cause: 20, ref: id(5), amount: 900_000_000 },
      // What the programme earned is no movement that operators approve.
      { from_id: VENUE, to_id: PROGRAMME, cause: 16, ref: id(7) },
    ].map((row, at) => ({ amount: 700_000_000, leg: 0, ref: id(at + 1), ...row })),
    account: [BANKROLL, INVENTORY, FEES, VENUE, PROGRAMME, BANKROLL + 16, INVENTORY + 16].map((one) => ({
      id: one,
      balance: 9,
    })),
  },
  ask: async (tx) => placesOf(await movesOffProposals(tx)),
  lies: [
    ['more is moved', `update transfer set amount = amount + 1 ${FIRST}`, [`proposal ${id(1)}`]],
    [
      'another currency is moved',
      `update transfer set from_id = from_id + 16, to_id = to_id + 16 ${FIRST}`,
      [`proposal ${id(1)}`],
    ],
    ['it is moved from elsewhere', `update transfer set from_id = ${FEES} ${FIRST}`, [`proposal ${id(1)}`]],
    [
      'it is moved from elsewhere, and the view of accounts names that otherwise',
      `create or replace view account_in_words as select id, id >> 10 as owner, 'real' as book, ((id >> 4) & 31)::int as currency,
        case when id in (${BANKROLL}, ${FEES}) then 'bankroll' else 'inventory' end as kind, balance, at_stake, may_win from account;
      update transfer set from_id = ${FEES} ${FIRST}`,
      [`proposal ${id(1)}`],
    ],
    [
      'it is moved back',
      `update transfer set from_id = to_id, to_id = from_id ${FIRST}`,
      [`proposal ${id(1)}`],
    ],
    ['nothing is moved', `delete from transfer ${FIRST}`, [`proposal ${id(1)}`]],
    [
      'it is moved twice',
      `drop index transfer_treasury; insert into transfer select from_id, to_id, amount, at_ms, ref, cause, 1 from transfer ${FIRST}`,
      [`proposal ${id(1)}`],
    ],
    [
      'what was refused is moved',
      `update transfer set ref = '${id(3)}' ${FIRST}`,
      [`proposal ${id(1)}`, `proposal ${id(3)}`],
    ],
    [
      'what was approved for another end is moved',
      `update transfer set ref = '${id(2)}' ${FIRST}`,
      [`proposal ${id(1)}`, `proposal ${id(2)}`],
    ],
    [
      'the approval is gone',
      `delete from proposal_decision where proposal = '${id(1)}'`,
      [`proposal ${id(1)}`],
    ],
  ],
}

const RULES = { after: 0, rules: { marginPpm: 1 } }
const RESUME = { chain: 3, haltedAt: 5 }
const PRODUCT = {
  mid: 1,
  after: 1,
  days: 7,
  least: '100',
  most: '6000',
  upperPpm: 300,
  exitFeePpm: 5_000,
  isOpen: true,
}

const versions: Audited = {
  of: 'versions and cleared halts',
  tables: {
    proposal: [
      proposal(1, 'rules.change', RULES),
      proposal(2, 'chain.resume', RESUME),
      proposal(3, 'hosting.product', PRODUCT),
      proposal(4, 'rules.change', RULES),
      proposal(5, 'chain.resume', RESUME),
      proposal(6, 'hosting.product', { ...PRODUCT, mid: 2 }),
      proposal(7, 'treasury.fund', FUND),
    ],
    proposal_decision: [
      ...[1, 2, 3, 7].map((nth) => decided(nth, 'approved')),
      ...[4, 5, 6].map((nth) => decided(nth, 'refused')),
    ],
    rules_version: [
      { version: 1, rules: RULES.rules, asked_by: 'ann', approved_by: 'ben', approved_ms: NOW + 1 },
    ],
    chain_resume: [{ proposal: id(2), chain: 3, halted_at_ms: 5 }],
    hosting_product: [
      { mid: 1, version: 1, days: 5, least: 1_000_000, most: 1_000_000, from_ms: 0 },
      {
        mid: 1,
        version: 2,
        days: 7,
        least: 10_000_000_000,
        most: 600_000_000_000,
        upper_ppm: 300,
        exit_fee_ppm: 5_000,
        is_open: true,
        from_ms: NOW + 1,
      },
    ],
  },
  ask: async (tx) => placesOf(await versionsOffProposals(tx)),
  lies: [
    ...[
      'version = 2',
      `rules = '{"marginPpm": 2}'`,
      `asked_by = 'eve'`,
      `approved_by = 'eve'`,
      'approved_ms = approved_ms + 1',
    ].map((set): [string, string, string[]] => [
      `rules with another ${set}`,
      `update rules_version set ${set}`,
      [`rules.change ${id(1)}`],
    ]),
    ['rules that were never made', 'delete from rules_version', [`rules.change ${id(1)}`]],
    [
      'rules that were refused',
      `insert into rules_version select 2, '${id(4)}', rules, asked_by, approved_by, approved_ms from rules_version`,
      [`rules.change ${id(4)}`],
    ],
    ['a halt of another chain', 'update chain_resume set chain = 4', [`chain.resume ${id(2)}`]],
    ['another halt', 'update chain_resume set halted_at_ms = 6', [`chain.resume ${id(2)}`]],
    ['a halt that was not cleared', 'delete from chain_resume', [`chain.resume ${id(2)}`]],
    [
      'a halt cleared by a refusal',
      `insert into chain_resume values ('${id(5)}', 3, 5, 1)`,
      [`chain.resume ${id(5)}`],
    ],
    ...[
      'days = 8',
      'least = least + 1000000',
      'most = most + 1000000',
      'upper_ppm = 301',
      'exit_fee_ppm = 5001',
      'is_open = false',
      'from_ms = from_ms + 1',
    ].map((set): [string, string, string[]] => [
      `a product with another ${set}`,
      `update hosting_product set ${set} where version = 2`,
      ['product 1 version 2'],
    ]),
    [
      'a product that was never made',
      'delete from hosting_product where version = 2',
      ['product 1 version 2'],
    ],
    [
      'a first version of later',
      'update hosting_product set from_ms = 1 where version = 1',
      ['product 1 version 1'],
    ],
    [
      'a second version from the beginning',
      'update hosting_product set from_ms = 0 where version = 2',
      ['product 1 version 2'],
    ],
    [
      'a second version from the beginning that nobody approved',
      'insert into hosting_product (mid, version, days, least, most, upper_ppm, exit_fee_ppm, is_open, from_ms) select 9, 2, days, least, most, upper_ppm, exit_fee_ppm, is_open, 0 from hosting_product where mid = 1 and version = 2',
      ['product 9 version 2'],
    ],
    [
      'a product of a refusal',
      'insert into hosting_product (mid, version, days, least, most, upper_ppm, exit_fee_ppm, is_open, from_ms) select 2, version, days, least, most, upper_ppm, exit_fee_ppm, is_open, from_ms from hosting_product where mid = 1 and version = 2',
      ['product 2 version 2'],
    ],
  ],
}

const ENGINE = { mostTrade: '3000', leastProfit: '0.5', dayLoss: '900', openRests: 2 }
const LIMITS = 'the engine’s limits'

const limits: Audited = {
  of: 'the engine’s limits',
  tables: {
    proposal: [
      proposal(1, 'engine.limits', { ...ENGINE, openRests: 3 }),
      proposal(2, 'engine.limits', { ...ENGINE, openRests: 4 }),
      proposal(3, 'engine.limits', ENGINE),
      proposal(4, 'engine.limits', { ...ENGINE, openRests: 5 }),
      proposal(5, 'treasury.fund', { ...ENGINE, openRests: 6 }),
    ],
    proposal_decision: [
      decided(1, 'approved', NOW + 5),
      decided(2, 'approved', NOW + 7),
      decided(3, 'approved', NOW + 7),
      decided(4, 'refused', NOW + 8),
      decided(5, 'approved', NOW + 9),
    ],
    arbitrage_engine: [
      {
        id: true,
        most_trade: 300_000_000_000,
        least_profit: 50_000_000,
        day_loss: 90_000_000_000,
        open_rests: 2,
      },
    ],
  },
  ask: async (tx) => placesOf(await limitsOffProposals(tx, OPENING_LIMITS)),
  lies: [
    ...['most_trade', 'least_profit', 'day_loss', 'open_rests'].map((name): [string, string, string[]] => [
      `another ${name}`,
      `update arbitrage_engine set ${name} = ${name} + 1`,
      [LIMITS],
    ]),
    ['limits of an earlier approval', 'update arbitrage_engine set open_rests = 3', [LIMITS]],
    ['limits that nobody approved', 'delete from proposal_decision', [LIMITS]],
    [
      'no approval, and the limits of a new house',
      `delete from proposal_decision; update arbitrage_engine set most_trade = ${OPENING_LIMITS.mostTrade},
        least_profit = ${OPENING_LIMITS.leastProfit}, day_loss = ${OPENING_LIMITS.dayLoss}, open_rests = ${OPENING_LIMITS.openRests}`,
      [],
    ],
  ],
}

const told = (nth: number, action: string, more: Row): Row => ({
  id: nth,
  action,
  operator: 'ann',
  subject: `proposal ${id(1)}`,
  at_ms: NOW,
  prev: bytes(32),
  hash: bytes(32),
  details: { kind: 'treasury.fund', payloadHash: hash('sha256', JSON.stringify(FUND)) },
  ...more,
})
const ofProposal = (nth: number) => proposal(nth, 'treasury.fund', FUND)
const ofDecision = (nth: number, decision: Parameters<typeof decided>[1]) => ({
  ...decided(nth, decision),
  payload_hash: ofProposal(1)['payload_hash'],
})
const [ASK, APPROVE] = [`proposal ${id(1)}, proposals.ask`, `proposal ${id(1)}, proposals.approve`]
const ofAction = (action: string) => `where action = 'proposals.${action}' and subject = 'proposal ${id(1)}'`

const proposals: Audited = {
  of: 'proposals and decisions',
  tables: {
    proposal: [1, 2, 3].map(ofProposal),
    proposal_decision: [ofDecision(1, 'approved'), ofDecision(2, 'refused'), ofDecision(3, 'withdrawn')],
    operator_action: [
      ...[1, 2, 3].map((nth) => told(nth, 'proposals.ask', { subject: `proposal ${id(nth)}` })),
      ...(
        [
          ['approve', 'ben'],
          ['refuse', 'ben'],
          ['withdraw', 'ann'],
        ] as const
      ).map(([verb, operator], at) =>
        told(at + 4, `proposals.${verb}`, { operator, at_ms: NOW + 1, subject: `proposal ${id(at + 1)}` }),
      ),
      told(7, 'proposals_like', { subject: 'another' }),
    ],
  },
  ask: async (tx) => placesOf(await proposalsOffActions(tx)),
  lies: [
    ['another kind', `update proposal set kind = 'other' where id = '${id(1)}'`, [ASK, APPROVE]],
    [
      'another payload',
      `update proposal set payload = '{}', payload_hash = sha256('{}') where id = '${id(1)}'`,
      [ASK, APPROVE],
    ],
    [
      'a decision about another payload',
      `update proposal_decision set payload_hash = sha256('x') where proposal = '${id(1)}'`,
      [APPROVE],
    ],
    ['another time', `update operator_action set at_ms = at_ms + 1 ${ofAction('ask')}`, [ASK]],
    ['another operator', `update operator_action set operator = 'eve' ${ofAction('approve')}`, [APPROVE]],
    ['no action', `delete from operator_action ${ofAction('ask')}`, [ASK]],
    [
      'no proposal',
      `delete from proposal_decision where proposal = '${id(1)}'; delete from proposal where id = '${id(1)}'`,
      [ASK, APPROVE],
    ],
    [
      'a decision without its proposal that nobody told of',
      `delete from proposal where id = '${id(1)}'; delete from operator_action where subject = 'proposal ${id(1)}'`,
      [APPROVE],
    ],
    ['a decision without its proposal', `delete from proposal where id = '${id(1)}'`, [ASK, APPROVE]],
    [
      'two actions',
      `insert into operator_action select 8, at_ms, operator, action, subject, user_id, details, prev, hash from operator_action ${ofAction('ask')}`,
      [ASK],
    ],
    [
      'an action of another proposal',
      `update operator_action set subject = 'proposal ${id(9)}' ${ofAction('ask')}`,
      [ASK, `proposal ${id(9)}, proposals.ask`],
    ],
    [
      'an action about nothing',
      `update operator_action set action = 'proposals.like' where id = 7`,
      ['another, proposals.like'],
    ],
  ],
}

const action = (nth: number, at_ms: number): Row => ({
  id: nth,
  at_ms,
  action: 'x',
  operator: 'ann',
  subject: 's',
  details: {},
  prev: bytes(32),
  hash: `\\x${String(nth).padStart(2, '0').repeat(32)}`,
})
const headed = (seq: number, count: number, of = count): Row => ({
  seq,
  kind: 'actions',
  at: NOW,
  body: JSON.stringify({ count, head: String(of).padStart(2, '0').repeat(32) }),
})
const ticked = (seq: number, at: number): Row => ({ seq, kind: 'tick', at, body: '{}' })
const LATE = NOW + HEAD_WITHIN_MS

const heads: Audited = {
  of: 'heads of the chain of actions',
  tables: {
    operator_action: [1, 2, 3, 4, 5].map((nth) => action(nth, NOW + 10 * nth)),
    // The first entry comes as late as it may, for action 1; the last action has waited as long as it may.
    log_entry: [
      ticked(1, LATE + 10),
      headed(2, 2),
      ticked(3, LATE + 30),
      headed(4, 4),
      { seq: 5, kind: 'record', body: '{}' },
      ticked(6, LATE + 50),
    ],
  },
  ask: async (tx) => [
    ...(await wrongHeads(tx, 9)).map(({ seq }) => `entry ${seq}`),
    ...(await lateHeads(tx, 9)).map(
      ({ seq, id: of, waitedMs }) => `${seq}: ${of} late by ${waitedMs - HEAD_WITHIN_MS}`,
    ),
  ],
  lies: [
    ['an entry a moment late', 'update log_entry set at = at + 1 where seq = 1', ['2: 1 late by 1']],
    ['a second entry late', 'update log_entry set at = at + 1 where seq = 3', ['4: 3 late by 1']],
    ['a last action late', 'update log_entry set at = at + 3 where seq = 6', ['null: 5 late by 3']],
    [
      'an older action that came later',
      `update operator_action set at_ms = ${NOW + 9} where id = 2`,
      ['2: 2 late by 1'],
    ],
    ['another hash', `update operator_action set hash = sha256('x') where id = 4`, ['entry 4']],
    ['an action that is gone', 'delete from operator_action where id = 2', ['entry 2']],
    [
      'a number told twice',
      `update log_entry set body = (select body from log_entry where seq = 2) where seq = 4`,
      ['entry 4', 'null: 3 late by 20'],
    ],
    [
      'a number that goes back',
      `update log_entry set body = '${JSON.stringify({ count: 1, head: '01'.repeat(32) })}' where seq = 4`,
      ['entry 4', 'null: 3 late by 20'],
    ],
    ['no entry about actions', `delete from log_entry where kind = 'actions'`, ['null: 1 late by 40']],
    ['a log that stopped', `delete from log_entry where kind = 'tick'`, []],
  ],
}

testLies([moves, versions, limits, proposals, heads])
