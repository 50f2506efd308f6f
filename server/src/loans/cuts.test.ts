import { agreementText } from '@tickmark/core/loans/agreement'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { LOAN } from '@tickmark/core/loans/terms'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../accounts/userStore.ts'
import { wallet } from '../app/app.testing.ts'
import { type Cut, cutLine, isStatement } from '../db/cuts.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { fundHouse } from '../ledger/grants.ts'
import { available } from '../ledger/store.ts'
import { createNotify } from '../messages/notify.ts'
import { createEvents, type EventName } from '../module/events.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { APPROVER, approvedIn } from '../operators/approved.testing.ts'
import { silentLog } from '../platform/log.ts'
import { sealRecord } from '../platform/vault.ts'
import { apply, type SignedApplication } from './applying/apply.ts'
import { findDraft } from './applying/draftStore.ts'
import { saveDraft } from './applying/saveDraft.ts'
import { withdraw } from './applying/withdraw.ts'
import { writeAgreement } from './applying/writeAgreement.ts'
import { disburse, poolBalance } from './lending/disburse.ts'
import { lendingMessages } from './lending/messages.ts'
import { paidInstalments } from './lending/store.ts'
import { loanMessages } from './messages.ts'
import { insertPicture, type Purpose } from './pictures/pictureStore.ts'
import type { LoanDeps } from './ports.ts'
import { nameOfPicture } from './records.ts'
import { askAgain, reject } from './review/decide.ts'
import { loanApprovalKind } from './review/loanApproval.ts'
import { findApplication } from './store.ts'
import { insertView } from './viewStore.ts'
import { loanSweep } from './sweep.ts'

const clock = movableClock({ isStill: true, startMs: Date.parse('2027-01-31T12:00:00Z') })
const vault = new Map([[1, randomBytes(32)]])
const by = APPROVER
let testDatabase: TestDatabase
let deps: LoanDeps
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  deps = houseOn(testDatabase.database)
})
afterAll(() => testDatabase.close())

/** The loans module as one process of the house runs it. */
function houseOn(database: Database): LoanDeps {
  const log = silentLog()
  const events = createEvents(log)
  const live = { hasOpenPage: () => false, publish: () => {} }
  const languagesOf = async () => new Map<number, never>()
  const notify = createNotify({ database, clock, log, events, live, languagesOf }, () => {})
  const writers = { ...loanMessages, ...lendingMessages }
  for (const name of Object.keys(writers) as EventName[]) {
    const write = writers[name] as (event: never) => Parameters<typeof notify>[1]
    events.inTransaction(name, (tx, event) => notify(tx, write(event as never)))
  }
  return {
    db: database.db,
    vault,
    clock,
    log,
    events,
    redrawing: {
      redraw: () => Promise.reject(new Error('these steps draw nothing')),
      isOneColour: () => Promise.resolve(false),
    },
    pausesOf: async () => ({ breakUntilMs: 0, excludedUntilMs: 0 }),
    isOpen: true,
    isStaffed: () => Promise.resolve(true),
    pool: poolBalance,
    paid: paidInstalments,
    async lend(tx, { application: id, ...terms }) {
      return (await disburse(tx, { clock, events }, { id, ...terms })).ok
    },
  }
}

interface Case {
  userId: number
  signed: SignedApplication
}

let number = 73_000

/** A user with a complete draft and a signed agreement. */
async function ready(): Promise<Case> {
  const account = wallet(++number)
  const nowMs = clock.nowMs()
  const user = { address: account.address, walletType: 1 as const, practice: false, invitedBy: null }
  const more = { language: 'english' as const, nowMs, inviteCode: String(number).padStart(8, '0') }
  const userId = await transact(deps.db, (tx) => insertUser(tx, { ...user, ...more }))
  if (userId === null) throw new Error('the user exists already')
  const applicant = { userId, book: 'real' as const, nowMs }
  const [front, back, drawing] = [
    await keep(userId, 'front'),
    await keep(userId, 'back'),
    await keep(userId, 'signature'),
  ]
  const typed = { name: 'Ann Lee', phone: '0815123456', homeAddress: 'Here 1', idNumber: 'L01X00T47' }
  await saveDraft(deps, applicant, { ...typed, amount: '500', instalments: '6', front, back })
  const {
    signBefore: _,
    writtenAt,
    amount,
    ...facts
  } = await writeAgreement(deps, applicant, {
    site: 'http://localhost:1',
    borrower: account.address,
  })
  const agreement = { ...facts, amount: parseAmount(amount) ?? 0n, writtenAtMs: writtenAt, drawing: HASH }
  const signature = await account.signMessage({ message: agreementText(agreement) })
  const { application } = facts
  return { userId, signed: { application, drawing, signature, walletType: 1, key: randomUUID() } }
}

const HASH = 'ab'.repeat(32)

async function keep(userId: number, purpose: Purpose): Promise<string> {
  const id = randomUUID()
  const record = sealRecord(vault, nameOfPicture(id), Buffer.from('a picture'))
  const facts = { id, userId, purpose, width: 500, height: 400, bytes: 9, sha256: HASH, atMs: clock.nowMs() }
  await transact(deps.db, (tx) => insertPicture(tx, { ...facts, record }))
  return id
}

async function submitted(): Promise<Case> {
  const one = await ready()
  await submit(one, deps)
  const { application } = one.signed
  await transact(deps.db, async (tx) => {
    for (const what of ['details', 'front', 'back'] as const) {
      await insertView(tx, { application, what, viewer: by, reason: 'a first look', atMs: clock.nowMs() })
    }
  })
  return one
}

const submit = ({ userId, signed }: Case, house: LoanDeps) =>
  apply(house, { userId, book: 'real', nowMs: clock.nowMs() }, signed)

/** One step of an application's life, with the expected state and the owner's messages afterwards. */
interface Step {
  ready(): Promise<Case>
  run(one: Case, house: LoanDeps): Promise<unknown>
  end: { state: string; has: string; told: string[]; actions: string[]; hasDraft: boolean }
}

const decided = ({ signed }: Case) => ({ id: signed.application, by, nowMs: clock.nowMs() })

/** Approves an application as operators do, in one transaction with the decision of two of them. */
function approve({ signed }: Case, house: LoanDeps): Promise<void> {
  const kind = loanApprovalKind(house)
  const payload = { applyId: signed.application, amount: '500', instalments: 6 }
  return transact(house.db, async (tx) => {
    await kind.demands?.(tx, payload, by)
    await kind.execute(tx, payload, await approvedIn(tx, kind.kind, payload, clock.nowMs()))
  })
}

const STEPS: Record<string, Step> = {
  submitting: {
    ready,
    run: submit,
    end: { state: 'under_review', has: '0', told: ['loan_submitted'], actions: [], hasDraft: false },
  },
  approving: {
    ready: submitted,
    run: approve,
    end: {
      state: 'active',
      has: '500',
      told: ['loan_disbursed', 'loan_submitted'],
      actions: ['loans.approve'],
      hasDraft: false,
    },
  },
  rejecting: {
    ready: submitted,
    run: (one, house) => reject(house, { ...decided(one), why: { reason: 'unreadable' } }),
    end: {
      state: 'rejected',
      has: '0',
      told: ['loan_rejected', 'loan_submitted'],
      actions: ['loans.reject'],
      hasDraft: false,
    },
  },
  'taking back': {
    ready: submitted,
    run: ({ userId, signed }, house) =>
      withdraw(house, { userId, id: signed.application, nowMs: clock.nowMs() }),
    end: { state: 'rejected', has: '0', told: ['loan_submitted'], actions: [], hasDraft: false },
  },
  'asking again': {
    ready: submitted,
    run: (one, house) => askAgain(house, { ...decided(one), why: { reason: 'unreadable' } }),
    end: {
      state: 'rejected',
      has: '0',
      told: ['loan_resubmit', 'loan_submitted'],
      actions: ['loans.askAgain'],
      hasDraft: true,
    },
  },
}

/** A case as the tables have it. */
async function standing({ userId, signed }: Case): Promise<Step['end']> {
  const { db } = deps
  const application = await findApplication(db, signed.application)
  const messages = await db
    .selectFrom('message')
    .select('kind')
    .where('user_id', '=', BigInt(userId))
    .execute()
  const actions = await db
    .selectFrom('operator_action')
    .select('action')
    .where('subject', '=', `loan ${signed.application}`)
    .execute()
  return {
    state: application?.state ?? 'none',
    has: formatAmount(await available(db, userId, 'real', LOAN.currency)),
    told: messages.map(({ kind }) => kind).toSorted(),
    actions: actions.map(({ action }) => action),
    hasDraft: (await findDraft(db, userId, clock.nowMs())) !== null,
  }
}

test('an approval that exceeds the pool changes nothing', async () => {
  const one = await submitted()
  await expect(approve(one, deps)).rejects.toMatchObject({ code: 'loan_pool_short' })
  expect(await standing(one)).toEqual(STEPS['submitting']?.end)
})

test('wherever submitting, deciding or withdrawing is cut, it happens as a whole, and once', async () => {
  await fundHouse(deps.db, clock.nowMs())
  let points = 0
  for (const [name, step] of Object.entries(STEPS)) {
    for (const side of ['before', 'after'] as const) {
      for (let at = 1; await cutAt(name, step, at, side); at++) points++
    }
  }
  expect(points).toBeGreaterThan(80)
}, 300_000)

/** Cuts a step at a message, repeats it as after a restart, and returns whether the cut came before its end. */
async function cutAt(name: string, step: Step, at: number, side: Exclude<Cut, null>): Promise<boolean> {
  const one = await step.ready()
  const before = await standing(one)
  let messages = 0
  const line = await cutLine(testDatabase.database, (message) =>
    isStatement(message) && ++messages === at ? side : null,
  )
  const database = openDatabase(line.url, silentLog())
  await step.run(one, houseOn(database)).catch(() => {})
  await database.close()
  await line.close()
  const label = `${name}, cut ${side} message ${at}`
  // All or nothing.
  expect([before, step.end], label).toContainEqual(await standing(one))
  await step.run(one, deps).catch((thrown: unknown) => {
    if (!(thrown instanceof Refused && thrown.code === 'loan_decided')) throw thrown
  })
  expect(await standing(one), label).toEqual(step.end)
  return line.count() > 0
}

test('a sweep that is cut anywhere is finished by the next, and each application lapses once', async () => {
  const one = await submitted()
  clock.advance(LOAN.decisionLifeMs)
  for (let at = 1, count = 1; count > 0; at++) {
    let messages = 0
    const line = await cutLine(testDatabase.database, (message) =>
      isStatement(message) && ++messages === at ? 'before' : null,
    )
    const database = openDatabase(line.url, silentLog())
    const sweep = loanSweep(houseOn(database))
    await sweep.idle()
    await sweep.stop()
    await database.close()
    count = line.count()
    await line.close()
  }
  expect(await standing(one)).toMatchObject({ state: 'rejected', told: ['loan_lapsed', 'loan_submitted'] })
}, 120_000)
