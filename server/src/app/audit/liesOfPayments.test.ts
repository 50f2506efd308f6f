import { KINDS } from '@tickmark/core/ledger/accounts'
import { CANCELLED_BY_OWNER, WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { hash } from 'node:crypto'
import { SIMULATED } from '../../loans/application.ts'
import { loansOffProposals, loansOffState, poolOffLoans } from '../../loans/lending/auditStore.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { refusalsElsewhere, refusedYetDone } from '../../orders/audit/auditRefusalStore.ts'
import { batchesElsewhere, ordersNotListed } from '../../orders/audit/auditStore.ts'
import { decisionsOffVotes, holdsOffActions, votesOffActions } from '../../withdrawals/approval/auditStore.ts'
import {
  feesOffGas,
  holdsOffPending,
  withdrawalsOffSteps,
  withdrawalTransferGaps,
} from '../../withdrawals/auditStore.ts'
import { bytes, DAY, id, NOW, type Row } from './edges.testing.ts'
import { placesOf, testLies, unchecked, type Audited, type Lie } from './lies.testing.ts'

const { final, broadcast, cancelled, rejected, dead, approved, built, signed } = WITHDRAWAL_STATES
const account = (owner: number, kind: keyof typeof KINDS, currency = 1) =>
  owner * 1024 + currency * 16 + KINDS[kind]

/** A withdrawal of a token at a price of 3 units a coin, unless given otherwise. */
const withdrawal = (nth: number, state: number, more: Row = {}): Row => ({
  id: id(nth),
  nonce: id(nth),
  place: nth,
  user_id: 1,
  amount: 1_000,
  fee_cap: 200,
  gas_currency: 3,
  gas_price: 300_000_000,
  requested_at: NOW,
  state,
  state_at: NOW,
  needs_approval: false,
  ...more,
})
const paid = (nth: number) => ({ txid: `0x${nth}`, block: 1 })
const step = (nth: number, state: number, at = NOW): Row => ({ withdrawal: id(nth), state, at })
const ofWithdrawal = (nth: number, cause: number, leg: number) => `withdrawal ${id(nth)} ${cause}/${leg}`

const payments: Audited = {
  of: 'withdrawals',
  tables: {
    withdrawal: [
      withdrawal(1, broadcast),
      withdrawal(2, built),
      withdrawal(3, final, { ...paid(3), fee: 114, gas: 5 }),
      withdrawal(4, final, { ...paid(4), fee: 150, gas: 150, gas_price: 0, gas_currency: 1 }),
      withdrawal(5, dead, { fee: 7, gas: 1, gas_price: 1 }),
      withdrawal(6, cancelled),
      withdrawal(7, rejected, { user_id: 2 }),
      withdrawal(9, cancelled, { gas_price: 0, gas_currency: 1 }),
      withdrawal(10, signed),
      withdrawal(8, dead, { fee: 9, gas: 9, gas_price: 0, gas_currency: 1 }),
    ],
    account: [
      [account(1, 'hold'), 3_600],
      [account(2, 'hold'), 0],
      [account(1, 'available'), 9],
    ].map(([one, balance]) => ({ id: one, balance })),
    transfer: [
      ...[1, 2, 3, 4, 5, 6, 8, 9, 10].map((nth) => [
        nth,
        7,
        0,
        account(1, 'available'),
        account(1, 'hold'),
        1_200,
      ]),
      [7, 7, 0, account(2, 'available'), account(2, 'hold'), 1_200],
      [3, 8, 0, account(1, 'hold'), 16, 1_000],
      [3, 8, 1, account(1, 'hold'), account(0, 'fees'), 114],
      [3, 8, 2, account(1, 'hold'), account(1, 'available'), 86],
      [3, 8, 3, account(0, 'inventory', 3), 48, 5],
      [4, 8, 0, account(1, 'hold'), 16, 1_150],
      [4, 8, 2, account(1, 'hold'), account(1, 'available'), 50],
      [4, 8, 3, account(0, 'bankroll'), 16, 150],
      [5, 8, 1, account(1, 'hold'), account(0, 'fees'), 7],
      [5, 8, 2, account(1, 'hold'), account(1, 'available'), 1_193],
      [5, 8, 3, account(0, 'inventory', 3), 48, 1],
      [6, 8, 2, account(1, 'hold'), account(1, 'available'), 1_200],
      [9, 8, 2, account(1, 'hold'), account(1, 'available'), 1_200],
      [7, 8, 2, account(2, 'hold'), account(2, 'available'), 1_200],
      [8, 8, 0, account(1, 'hold'), 16, 9],
      [8, 8, 2, account(1, 'hold'), account(1, 'available'), 1_191],
      [8, 8, 3, account(0, 'inventory'), 16, 9],
    ].map(([nth = 0, cause, leg, from_id, to_id, amount]) => {
      return { ref: id(nth), cause, leg, from_id, to_id, amount, at_ms: NOW }
    }),
    // Steps of one moment: the highest state came last.
    withdrawal_step: [
      step(1, 0),
      step(9, cancelled),
      step(10, signed),
      step(1, broadcast),
      step(2, built, NOW + 1),
      step(2, approved),
      step(3, final),
      step(3, signed),
      ...[4, 5, 6, 7, 8].map((nth) => step(nth, [final, dead, cancelled, rejected, dead][nth - 4] ?? 0)),
    ],
    withdrawal_slot: [1, 3, 4, 5, 8, 10].map((nth) => ({
      chain: 1,
      sender: 'hot',
      nonce: nth,
      withdrawal: id(nth),
    })),
    withdrawal_tx: [1, 3, 4, 5, 8, 10].map((nth) => ({
      chain: nth,
      txid: `0x${nth}`,
      withdrawal: id(nth),
      raw: bytes(1),
    })),
  },
  ask: async (tx) => [
    ...placesOf(await holdsOffPending(tx)),
    ...placesOf(await withdrawalTransferGaps(tx, null)),
    ...placesOf(await withdrawalsOffSteps(tx)).map((where) => `steps of ${where}`),
    ...placesOf(await feesOffGas(tx)).map((where) => `fee of ${where}`),
  ],
  lies: [
    [
      'a hold is less',
      `update account set balance = 3599 where id = ${account(1, 'hold')}`,
      ['account 1045'],
    ],
    [
      'a hold without a withdrawal',
      `update account set balance = 1 where id = ${account(2, 'hold')}`,
      ['account 2069'],
    ],
    ['a hold is gone', `delete from account where id = ${account(1, 'hold')}`, ['account 1045']],
    ...(
      [
        [3, 0],
        [3, 1],
        [3, 2],
        [3, 3],
        [4, 0],
        [4, 2],
        [4, 3],
        [5, 1],
        [5, 2],
        [6, 2],
        [7, 2],
        [8, 0],
        [8, 2],
      ] as const
    ).flatMap(([nth, leg]): Lie[] => {
      const [found, where] = [
        [ofWithdrawal(nth, 8, leg)],
        `where ref = '${id(nth)}' and cause = 8 and leg = ${leg}`,
      ]
      return [
        [`more in leg ${leg} of ${nth}`, `update transfer set amount = amount + 1 ${where}`, found],
        [`no leg ${leg} of ${nth}`, `delete from transfer ${where}`, found],
        [
          `leg ${leg} of ${nth} later`,
          `update transfer set at_ms = at_ms + 1 ${where}`,
          leg === 3 ? [] : found,
        ],
        [
          `leg ${leg} of ${nth} to another`,
          `${unchecked('transfer')} update transfer set to_id = to_id + 16 ${where}`,
          found,
        ],
        ...(leg === 3
          ? []
          : [
              [
                `leg ${leg} of ${nth} from another`,
                `${unchecked('transfer')} update transfer set from_id = from_id + 16 ${where}`,
                found,
              ] satisfies Lie,
            ]),
      ]
    }),
    [
      'an open one is paid out',
      `insert into transfer values (${account(1, 'hold')}, 16, 1, 1, '${id(1)}', 8, 0)`,
      [ofWithdrawal(1, 8, 0)],
    ],
    ...[6, 9].map((nth): Lie => [
      `a cancelled one has a fee, ${nth}`,
      `update withdrawal set fee = 7 where id = '${id(nth)}'`,
      [ofWithdrawal(nth, 8, 2)],
    ]),
    [
      'something was held later',
      `update transfer set at_ms = at_ms + 1 where ref = '${id(2)}'`,
      [ofWithdrawal(2, 7, 0)],
    ],
    ['nothing was held', `delete from transfer where ref = '${id(2)}'`, [ofWithdrawal(2, 7, 0)]],
    ...[1, 3, 5, 10].flatMap((nth): Lie[] => [
      [
        `no nonce of ${nth}`,
        `delete from withdrawal_slot where withdrawal = '${id(nth)}'`,
        [`steps of withdrawal ${id(nth)}`],
      ],
      [
        `no bytes of ${nth}`,
        `delete from withdrawal_tx where withdrawal = '${id(nth)}'`,
        [`steps of withdrawal ${id(nth)}`],
      ],
    ]),
    [
      'other bytes of a final one',
      `update withdrawal_tx set txid = '0x2' where withdrawal = '${id(3)}'`,
      [`steps of withdrawal ${id(3)}`],
    ],
    ['other bytes of a dead one', `update withdrawal_tx set txid = '0x2' where withdrawal = '${id(5)}'`, []],
    [
      'a last step is gone',
      `delete from withdrawal_step where withdrawal = '${id(2)}' and state = ${built}`,
      [`steps of withdrawal ${id(2)}`],
    ],
    [
      'no step',
      `delete from withdrawal_step where withdrawal = '${id(6)}'`,
      [`steps of withdrawal ${id(6)}`],
    ],
    [
      'an earlier state came last',
      `update withdrawal_step set at = at + 2 where withdrawal = '${id(2)}' and state = ${approved}`,
      [`steps of withdrawal ${id(2)}`],
    ],
    // 5 units of gas at 3 units each, and at most 99 more where a token has six decimals.
    [
      'a fee is a unit over the gas',
      `update withdrawal set fee = 115 where id = '${id(3)}'; update transfer set amount = amount + case leg when 1 then 1 else -1 end where ref = '${id(3)}' and cause = 8 and leg in (1, 2)`,
      [`fee of withdrawal ${id(3)}`],
    ],
    [
      'the gas of a fee is unknown',
      `${unchecked('withdrawal')} update withdrawal set gas = null, fee = 99 + 1 where id = '${id(5)}';
        update transfer set amount = case leg when 1 then 100 else 1100 end where ref = '${id(5)}' and cause = 8; delete from transfer where ref = '${id(5)}' and leg = 3`,
      [`fee of withdrawal ${id(5)}`],
    ],
  ],
}

const SUBJECT = `withdrawal ${id(1)}`
const action = (nth: number, name: string, more: Row): Row => ({
  id: nth,
  action: `withdrawal.${name}`,
  operator: 'ann',
  subject: SUBJECT,
  at_ms: NOW,
  details: {},
  prev: bytes(32),
  hash: bytes(32),
  ...more,
})
const vote = (nth: number, operator: string, more: Row = {}): Row => ({
  withdrawal: id(nth),
  operator,
  approves: true,
  reason: null,
  at: NOW,
  ...more,
})
const HELD = { user: 1, reason: 'why', until: NOW + 9 }

const votes: Audited = {
  of: 'votes and proposed holds',
  tables: {
    withdrawal_vote: [
      vote(1, 'ann'),
      vote(1, 'ann', { at: NOW + 5 }),
      vote(1, 'ben', { approves: false, reason: 'why', at: NOW + 1 }),
      vote(2, 'ann'),
    ],
    security_hold: [
      { case_id: 'C-1', operator: 'ann', reason: 'why', until: NOW + 9, at: NOW, takes_effect: false },
      { case_id: 'C-1', operator: 'ben', reason: 'why', until: NOW + 9, at: NOW + 1, takes_effect: true },
    ],
    operator_action: [
      action(1, 'approve', {}),
      action(2, 'reject', { operator: 'ben', at_ms: NOW + 1, details: { reason: 'why' } }),
      action(3, 'approve', { at_ms: NOW + 5 }),
      action(4, 'approve', { subject: `withdrawal ${id(2)}` }),
      action(5, 'hold', { subject: 'case C-1', details: HELD }),
      action(6, 'hold', { subject: 'case C-1', operator: 'ben', at_ms: NOW + 1, details: HELD }),
      action(7, 'look', {}),
    ],
  },
  ask: async (tx) => [...placesOf(await votesOffActions(tx)), ...placesOf(await holdsOffActions(tx))],
  lies: [
    ['a vote is gone', `delete from withdrawal_vote where operator = 'ben'`, [`${SUBJECT} ben`]],
    ['an action is gone', 'delete from operator_action where id = 2', [`${SUBJECT} ben`]],
    ['a later vote is gone', `delete from withdrawal_vote where at = ${NOW + 5}`, [`${SUBJECT} ann`]],
    [
      'a first action is gone',
      'delete from operator_action where id = 1',
      [`${SUBJECT} ann`, `${SUBJECT} ann`],
    ],
    [
      'a vote at another time',
      `update withdrawal_vote set at = at + 1 where operator = 'ben'`,
      [`${SUBJECT} ben`],
    ],
    [
      'another reason',
      `update withdrawal_vote set reason = 'other' where operator = 'ben'`,
      [`${SUBJECT} ben`],
    ],
    [
      'a rejection told as an approval',
      `update operator_action set action = 'withdrawal.approve', details = '{}' where id = 2`,
      [`${SUBJECT} ben`],
    ],
    [
      'a vote on another',
      `update withdrawal_vote set withdrawal = '${id(3)}' where operator = 'ben'`,
      [`${SUBJECT} ben`, `withdrawal ${id(3)} ben`],
    ],
    [
      'a vote of another',
      `update withdrawal_vote set operator = 'cem' where operator = 'ben'`,
      [`${SUBJECT} ben`, `${SUBJECT} cem`],
    ],
    ...[`user_id = 2`, `reason = 'other'`, `until = until + 1`, 'at = at + 1'].map((set): Lie => [
      `a hold with another ${set}`,
      `update security_hold set ${set} where operator = 'ben'`,
      ['case C-1 ben'],
    ]),
    ['a hold is gone', `delete from security_hold where operator = 'ben'`, ['case C-1 ben']],
    [
      'a hold of another case',
      `update security_hold set case_id = 'C-2' where operator = 'ben'`,
      ['case C-1 ben', 'case C-2 ben'],
    ],
    [
      'a hold of another',
      `update security_hold set operator = 'cem' where operator = 'ben'`,
      ['case C-1 ben', 'case C-1 cem'],
    ],
    ['nobody told of a hold', 'delete from operator_action where id = 6', ['case C-1 ben']],
  ],
}

const MINUTE = 60_000
const asked = (nth: number, state: number) => withdrawal(nth, state, { needs_approval: true })
const both = (nth: number, more: Row) => ['ann', 'ben'].map((name) => vote(nth, name, more))
const NO = { approves: false, reason: 'why' }

const decisions: Audited = {
  of: 'decisions about withdrawals',
  tables: {
    // One who is revoked makes no difference to a day's silence as long as two others decide.
    operator: [
      { address: 'ann', roles: ['admin'] },
      { address: 'ben', roles: ['treasurer'] },
    ].map((row) => ({ name: 'x', invited_ms: 1, by_link: false, ...row })),
    withdrawal: [
      asked(1, rejected),
      asked(2, approved),
      asked(3, approved),
      withdrawal(4, approved),
      asked(5, 0),
      withdrawal(6, cancelled, { reason: CANCELLED_BY_OWNER }),
    ],
    withdrawal_step: [
      step(1, rejected),
      step(2, approved, NOW + DAY - 1),
      step(3, approved, NOW + DAY),
      step(4, approved),
      step(6, cancelled),
    ],
    withdrawal_vote: [...both(1, { ...NO, at: NOW + MINUTE }), ...both(2, { at: NOW + DAY - 1 + MINUTE })],
  },
  ask: async (tx) => placesOf(await decisionsOffVotes(tx)),
  lies: [
    [
      'one vote is missing',
      `delete from withdrawal_vote where operator = 'ben'`,
      [1, 2].map((nth) => `withdrawal ${id(nth)}`),
    ],
    [
      'a rejecting vote came later',
      `update withdrawal_vote set at = at + 1 where operator = 'ben' and not approves`,
      [`withdrawal ${id(1)}`],
    ],
    [
      'an approving vote came later',
      `update withdrawal_vote set at = at + 1 where operator = 'ben' and approves`,
      [`withdrawal ${id(2)}`],
    ],
    [
      'one voted twice',
      `update withdrawal_vote set operator = 'ann', at = at - 1 where operator = 'ben'`,
      [1, 2].map((nth) => `withdrawal ${id(nth)}`),
    ],
    [
      'a vote was against it',
      `update withdrawal_vote set approves = false, reason = 'why' where operator = 'ben' and approves`,
      [`withdrawal ${id(2)}`],
    ],
    [
      'a vote was for it',
      `update withdrawal_vote set approves = true, reason = null where operator = 'ben' and not approves`,
      [`withdrawal ${id(1)}`],
    ],
    [
      'votes were about another',
      `update withdrawal_vote set withdrawal = '${id(5)}' where not approves`,
      [`withdrawal ${id(1)}`],
    ],
    [
      'silence was a moment too short',
      `update withdrawal_step set at = at - 1 where withdrawal = '${id(3)}'`,
      [`withdrawal ${id(3)}`],
    ],
    [
      'operators were asked after all',
      `update withdrawal set needs_approval = true where id = '${id(4)}'`,
      [`withdrawal ${id(4)}`],
    ],
    [
      'an unasked one is rejected',
      `update withdrawal_step set state = ${rejected} where withdrawal = '${id(4)}'`,
      [`withdrawal ${id(4)}`],
    ],
  ],
}

const POOL = account(0, 'lending')
const PART = { told: 0, due: '2026-11-25' }
const lent = (nth: number, state: number, more: Row = {}): Row => ({
  id: id(nth),
  user_id: nth,
  state,
  amount: 60_000_000,
  instalments: 6,
  wallet: 'evm',
  decided_by: 'ben',
  decided_at_ms: NOW + 1,
  sealed: bytes(1),
  wrapped_key: bytes(1),
  key_number: 1,
  ...more,
})
const approvalOf = (nth: number): Row => {
  const payload = JSON.stringify({ applyId: id(nth), amount: '0.6', instalments: 6 })
  return {
    id: id(nth),
    key: id(nth),
    kind: 'loan.approve',
    payload,
    payload_hash: `\\x${hash('sha256', payload)}`,
    asked_by: 'ann',
    asked_ms: NOW,
    expires_ms: NOW + 3_600_000,
  }
}
const decided = (nth: number, decision: string): Row => ({
  proposal: id(nth),
  asked_by: 'ann',
  asked_ms: NOW,
  decided_by: 'ben',
  decision,
  reason: 'why',
  decided_ms: NOW + 1,
  expires_ms: NOW + 3_600_000,
})

const loans: Audited = {
  of: 'loans',
  tables: {
    loan_application: [
      lent(1, 1),
      lent(2, 3),
      lent(3, 1, { decided_by: SIMULATED }),
      lent(4, 0, { decided_by: null, decided_at_ms: null }),
      lent(5, 3),
    ],
    proposal: [1, 2, 4, 5].map(approvalOf).concat({ ...approvalOf(6), kind: 'loan.other' }),
    proposal_decision: [1, 2, 5, 6].map((nth) => decided(nth, 'approved')).concat(decided(4, 'refused')),
    // A loan with a late fee ends once the fee is paid, too.
    loan: [
      { id: id(1), next_at_ms: 1 },
      { id: id(2), ended_at_ms: 9 },
      { id: id(3), next_at_ms: 1, fee_at_ms: 5 },
      { id: id(5), ended_at_ms: 9, fee_at_ms: 5, fee_paid_at_ms: 6 },
    ],
    loan_instalment: [1, 2, 3, 5].flatMap((nth) =>
      [1, 2, 3, 4, 5, 6].map((number) => ({
        ...PART,
        loan: id(nth),
        number,
        amount: 10_000_000,
        paid_at_ms: nth === 1 && number === 6 ? null : 7,
      })),
    ),
    transfer: [
      [1, 5, 16, POOL, 90_000_000],
      [2, 5, 16, account(0, 'bankroll'), 7],
      [3, 20, account(0, 'bankroll'), POOL, 9],
      [4, 20, POOL, account(0, 'inventory'), 4],
      [5, 20, account(0, 'bankroll'), account(0, 'inventory'), 3],
      [6, 12, POOL, account(1, 'available'), 1_000],
    ].map(([nth = 0, cause, from_id, to_id, amount]) => ({
      ref: id(nth),
      cause,
      leg: 0,
      from_id,
      to_id,
      amount,
    })),
    account: [
      [POOL, 80_000_005],
      [account(0, 'bankroll'), 5],
    ].map(([one, balance]) => ({ id: one, balance })),
  },
  ask: async (tx) => [
    ...placesOf(await poolOffLoans(tx)),
    ...placesOf(await loansOffProposals(tx)).map((where) => `approval of ${where}`),
    ...placesOf(await loansOffState(tx)),
  ],
  lies: [
    ['the pool has more', `update account set balance = balance + 1 where id = ${POOL}`, ['lending pool']],
    ['the pool is gone', `delete from account where id = ${POOL}`, ['lending pool']],
    ['more was put into it', 'update transfer set amount = amount + 1 where cause = 5', ['lending pool']],
    [
      'the house moved more into it',
      `update transfer set amount = amount + 1 where to_id = ${POOL} and cause = 20`,
      ['lending pool'],
    ],
    [
      'the house moved more out of it',
      `update transfer set amount = amount + 1 where from_id = ${POOL} and cause = 20`,
      ['lending pool'],
    ],
    [
      'a part is unpaid',
      `update loan_instalment set paid_at_ms = null where loan = '${id(2)}' and number = 1`,
      ['lending pool', `loan ${id(2)}`],
    ],
    [
      'a part is paid and the loan runs on',
      `update loan_instalment set paid_at_ms = 7`,
      ['lending pool', `loan ${id(1)}`],
    ],
    [
      'a late fee is not paid',
      `${unchecked('loan')} update loan set fee_paid_at_ms = null where id = '${id(5)}'`,
      [`loan ${id(5)}`],
    ],
    [
      'a late fee is paid and the loan runs on',
      `update loan set fee_paid_at_ms = 6 where id = '${id(3)}'`,
      [`loan ${id(3)}`],
    ],
    ['an application has no loan', `delete from loan where id = '${id(1)}'`, [`loan ${id(1)}`]],
    [
      'a loan is under review',
      `insert into loan (id, started_at_ms, next_at_ms) values ('${id(4)}', 1, 1)`,
      [`loan ${id(4)}`],
    ],
    [
      'a part is missing',
      `delete from loan_instalment where loan = '${id(2)}' and number = 1`,
      [`loan ${id(2)}`],
    ],
    [
      'parts add up to more',
      `update loan_instalment set amount = 11000000 where loan = '${id(2)}' and number = 1`,
      [`loan ${id(2)}`],
    ],
    [
      'one part too many',
      `update loan_instalment set amount = 5000000 where loan = '${id(2)}' and number = 1; insert into loan_instalment (loan, number, amount, due, paid_at_ms) values ('${id(2)}', 7, 5000000, '2026-11-25', 7)`,
      [`loan ${id(2)}`],
    ],
    ...[`decided_by = 'eve'`, 'decided_at_ms = decided_at_ms + 1'].map((set): Lie => [
      `another ${set}`,
      `update loan_application set ${set} where id = '${id(1)}'`,
      [`approval of loan ${id(1)}`],
    ]),
    ...['amount = 61000000', 'instalments = 12'].map((set): Lie => [
      `another ${set}`,
      `${unchecked('loan_application')} update loan_application set ${set} where id = '${id(1)}'`,
      [`approval of loan ${id(1)}`, `loan ${id(1)}`],
    ]),
    [
      'nobody approved',
      `delete from proposal_decision where proposal = '${id(2)}'`,
      [`approval of loan ${id(2)}`],
    ],
    [
      'what was refused is lent',
      `update proposal_decision set decision = 'refused' where proposal = '${id(2)}'`,
      [`approval of loan ${id(2)}`],
    ],
    [
      'something else was approved',
      `update proposal set kind = 'loan.other' where id = '${id(2)}'`,
      [`approval of loan ${id(2)}`],
    ],
    [
      'what was approved is not lent',
      `insert into proposal_decision select '${id(4)}', payload_hash, asked_by, asked_ms, expires_ms, decided_by, decision, reason, decided_ms from proposal_decision where proposal = '${id(1)}' on conflict (proposal) do update set decision = 'approved'`,
      [`approval of loan ${id(4)}`],
    ],
    [
      'operators decided for the reviewer',
      `update loan_application set decided_by = 'ben' where id = '${id(3)}'`,
      [`approval of loan ${id(3)}`],
    ],
  ],
}

const orderRow = (nth: number, atMs: number): Row => ({
  id: id(nth),
  key: id(nth),
  user_id: 1,
  batch: 7,
  accepted_at_ms: atMs,
  due_at_ms: atMs + 60_000,
  book: 0,
  direction: 0,
  duration_id: 110,
})
const since: AuditedPart = { atMs: NOW, logSize: 10, carried: {} }
const refused = (nth: number, log_seq: number | null, more: Row = {}): Row => ({
  number: nth,
  order_id: id(nth),
  asked: id(nth),
  code: 'some_code',
  facts: '{}',
  signature: bytes(64),
  log_seq,
  ...more,
})

const orders: Audited = {
  of: 'orders',
  tables: {
    placed_order: [orderRow(1, NOW), orderRow(2, NOW + 1), orderRow(3, NOW)],
    settled_order: [
      {
        id: id(3),
        user_id: 1,
        due_at_ms: 1,
        outcome: 4,
        net: 0,
        settled_at_ms: 1,
        receipt_batch: 1,
        receipt_index: 0,
      },
    ],
    due_batch: [1, 2].map((nth) => ({
      due_at_ms: NOW + nth - 1 + 60_000,
      batch: 7,
      part: 0,
      ids: [id(nth)],
    })),
    log_entry: [
      { seq: 10, kind: 'tickets' },
      { seq: 11, kind: 'tickets' },
      { seq: 12, kind: 'receipts' },
      { seq: 13, kind: 'refusals' },
    ],
    ticket_batch: [
      { id: 1, log_seq: 11, signature: bytes(64) },
      { id: 2, log_seq: null, signature: bytes(64) },
    ],
    receipt_batch: [{ id: 1, log_seq: 12, signature: bytes(64) }],
    order_refusal: [refused(21, 10), refused(22, 13), refused(23, null)].map((row, at) =>
      at === 0 ? { ...row, log_seq: 9 } : row,
    ),
    order_consent: [21, 22, 23, 24].map((nth) => ({
      order_id: id(nth),
      asked: id(nth),
      book: 0,
      nonce: nth,
      signature: bytes(64),
      refused: nth !== 24,
    })),
    hosting_order: [],
  },
  ask: async (tx) => [
    ...placesOf(await ordersNotListed(tx, null)),
    ...placesOf(await ordersNotListed(tx, since)).map((where) => `step ${where}`),
    ...placesOf(await batchesElsewhere(tx, 'tickets', 10)).map((where) => `ticket ${where}`),
    ...placesOf(await batchesElsewhere(tx, 'receipts', 10)).map((where) => `receipt ${where}`),
    ...placesOf(await refusalsElsewhere(tx, 10)).map((where) => `place of ${where}`),
    ...placesOf(await refusedYetDone(tx, null)),
    ...placesOf(await refusedYetDone(tx, since)).map((where) => `step ${where}`),
  ],
  lies: [
    ['an order is not listed', `delete from due_batch where ids = '{${id(1)}}'`, [`order ${id(1)}`]],
    [
      'a later one is not listed',
      `delete from due_batch where ids = '{${id(2)}}'`,
      [`order ${id(2)}`, `step order ${id(2)}`],
    ],
    [
      'one is listed for another second',
      `update due_batch set due_at_ms = due_at_ms + 9 where ids = '{${id(1)}}'`,
      [`order ${id(1)}`],
    ],
    [
      'one is listed under another batch',
      `update due_batch set batch = 8 where ids = '{${id(1)}}'`,
      [`order ${id(1)}`],
    ],
    ['a settled one is open', 'delete from settled_order', [`order ${id(3)}`]],
    ['tickets under receipts', 'update ticket_batch set log_seq = 12 where id = 1', ['ticket batch 1']],
    ['tickets under nothing', 'update ticket_batch set log_seq = 99 where id = 1', ['ticket batch 1']],
    ['receipts under tickets', 'update receipt_batch set log_seq = 11', ['receipt batch 1']],
    ['receipts under tickets that were audited', 'update receipt_batch set log_seq = 10', []],
    [
      'a refusal under tickets',
      'update order_refusal set log_seq = 11 where number = 22',
      ['place of refusal 22'],
    ],
    [
      'a refusal under nothing',
      'update order_refusal set log_seq = 99 where number = 22',
      ['place of refusal 22'],
    ],
    [
      'a refusal under tickets that were audited',
      'update order_refusal set log_seq = 10 where number = 22',
      [],
    ],
    [
      'a refused consent is carried out',
      `update order_consent set refused = false where order_id = '${id(22)}'`,
      ['refusal 22', 'step refusal 22'],
    ],
    [
      'an unlogged one is carried out',
      `update order_consent set refused = false where order_id = '${id(23)}'`,
      ['refusal 23', 'step refusal 23'],
    ],
    [
      'an older one is carried out',
      `update order_consent set refused = false where order_id = '${id(21)}'`,
      ['refusal 21'],
    ],
    ['a refusal has no consent', `delete from order_consent where order_id = '${id(21)}'`, ['refusal 21']],
    ['an old refused order is placed', placedAs(21, NOW), ['refusal 21']],
    [
      'an old refused order is placed now',
      placedAs(21, NOW + 1),
      ['refusal 21', 'step refusal 21', `order ${id(21)}`, `step order ${id(21)}`],
    ],
    ['a refused hosting is placed', hostedAs(21, NOW), ['refusal 21']],
    ['a refused hosting is placed now', hostedAs(21, NOW + 1), ['refusal 21', 'step refusal 21']],
  ],
}

/** An order of that id and time; one of old is settled. */
function placedAs(nth: number, atMs: number): string {
  const settle = `insert into settled_order select (jsonb_populate_record(s, '{"id": "${id(nth)}"}')).* from settled_order s limit 1;`
  const place = `insert into placed_order select (jsonb_populate_record(o, '{"id": "${id(nth)}", "key": "${id(nth)}", "accepted_at_ms": ${atMs}}')).* from placed_order o where id = '${id(1)}';`
  return atMs > NOW ? place : `${place} ${settle}`
}

function hostedAs(nth: number, atMs: number): string {
  return `insert into hosting_order (id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal, placed_at_ms, shares_from_ms, expires_at_ms)
    values ('${id(nth)}', 1, 1, 0, 1, 1, 1, 1, 1, 1000000, ${atMs}, ${DAY}, ${2 * DAY})`
}

testLies([payments, votes, decisions, loans, orders])
