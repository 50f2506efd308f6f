import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AnyRoute } from '../call.ts'
import { UUID_PATTERN } from '../fields.ts'
import { ROUTES } from './all.ts'
import { OPERATOR_ROUTES } from './operators/all.ts'
import { engineLimits, hostingVersion } from './operators/arbitrage.ts'
import { chainResume } from './operators/chains.ts'
import { loanApproval } from './operators/loans.ts'
import { treasuryFund } from './operators/treasury.ts'

/** The parts of a JSON schema that our inputs have. */
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** One line: `0..9` is a whole number, `text 1..64` a text by its length, `?` marks an optional field, `=` its default. */
function formOf(schema: Schema): string {
  const { anyOf, items, properties, pattern } = schema
  if (anyOf) return anyOf.map(formOf).join(' or ')
  if (schema.enum) return schema.enum.join('|')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (items) return `${schema.minItems ?? 0}..${schema.maxItems ?? ''} of ${formOf(items)}`
  if (properties) return `{ ${fieldsOf(schema).join(', ')} }`
  if (schema.type === 'integer') return `${schema.minimum}..${schema.maximum}`
  if (schema.type !== 'string') return schema.type ?? 'anything'
  const letters = `text ${schema.minLength ?? 0}..${schema.maxLength ?? ''}`
  const shown = pattern?.replaceAll(UUID_PATTERN, 'UUID')
  return shown === undefined ? letters : `${schema.maxLength === undefined ? '' : `${letters} `}/${shown}/`
}

function fieldsOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([name, field]) => {
    const preset = field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`
    const isNeeded = required.includes(name) && field.default === undefined
    return `${name}${isNeeded ? '' : '?'}: ${formOf(field)}${preset}`
  })
}

/** The input of every call, listed a second time, so that no field is opened, widened or dropped by accident. */
const INPUTS: Record<string, string> = {
  challenge: 'address: text 0..64, walletType: 1..2, key?: text 0..64',
  signIn:
    'address: text 0..64, walletType: 1..2, message: text 0..2000, signature: text 0..4096, practice?: boolean = false, transport?: cookie|bearer = "cookie"',
  signOut: 'id?: text 0..64',
  register: 'inviteCode?: text 0..32 = ""',
  change_language: 'language: english|japanese|korean|arab|chinese',
  keepProd: 'pid: 1..9999',
  cancelKeep: 'pid: 1..9999',
  getTicks: 'pid: 1..9999, from: 0..9007199254740991, to: 0..9007199254740991',
  getLog: 'from: 0..9007199254740991, to: 0..9007199254740991',
  getTimeAccountCurrency: 'type: 0..1, pid: 1..9999, timeId?: 1..9999 = 110',
  createLimitOrder:
    'pid: 1..9999, stake: text 0..64, timeId: 1..9999, currencyId: 1..31, quoteId: text 0..512, consent?: { text: text 0..2000, signature: text 0..200 }',
  getAnswer: 'consent: { text: text 0..2000, signature: text 0..200 }',
  getLoggedAnswer:
    'kind: tickets|receipts|refusals|withdrawals, number: 0..9007199254740991, size: 0..9007199254740991',
  modifyLimitOrder: 'orderId: /^UUID$/',
  getMyLimitOrders:
    'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, pid?: 1..9999, outcome?: won|lost|tied|void|closed, status: 0..1, before?: /^UUID$/',
  getOrderSums:
    'pid?: 1..9999, outcome?: won|lost|tied|void|closed, from: 0..9007199254740991, to: 0..9007199254740991',
  getOrderValue: 'orderId: /^UUID$/',
  closeLimitOrder:
    'orderId: /^UUID$/, bidId: text 0..512, consent?: { text: text 0..2000, signature: text 0..200 }',
  getReceipt: 'orderId: /^UUID$/',
  shareReceipt: 'orderId: /^UUID$/',
  stopSharing: 'orderId: /^UUID$/',
  getSharedReceipt: 'name: /^[\\w-]{22}$/',
  getMyWalletData: 'dayStart?: 0..9999999999999',
  getavailableMoneyByCurrency: 'currencyName: text 0..16',
  getavailableMoneyAndHsByCurrency: 'currencyName: text 0..16',
  getHoldingsHistory: 'range?: 1D|1W|1M = "1D"',
  getStatement:
    'currencyId: 1..31, kind?: available|hold|hosted = "available", from: 0..9999999999999, to: 0..9999999999999, pageSize?: 1..500 = 100, after?: text 0..80',
  getextendfCList: 'currency: text 0..16',
  recharge: 'typeId: 1..1000000',
  getTestMoney: 'typeId: 1..1000000',
  get_my_recharge_record: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, currencyId?: 1..31',
  withdrawalIntent: 'typeId: 1..1000000, destination: text 0..128, amount: text 0..64',
  cash_out:
    'typeId: 1..1000000, destination: text 0..128, amount: text 0..64, intent?: text 0..2048 = "", signature?: text 0..4096 = "", code?: text 0..32 = ""',
  cancelWithdrawal: 'id: /^UUID$/',
  get_my_cash_out_record: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, currencyId?: 1..31',
  getLoggedEnd: 'number: 1..9007199254740991, size: 0..9007199254740991',
  getSwapQuote: 'currencyId: 1..31, toCurrencyId: 1..31, amount: text 0..64',
  currencyExchange:
    'currencyId: 1..31, toCurrencyId: 1..31, amount: text 0..64, quote?: text 0..512 = "", consent?: { text: text 0..2000, signature: text 0..200 }',
  getMyExchangeRecords: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  confirmAuthenticator: 'code: text 0..32',
  endAuthenticator: 'code: text 0..32',
  keepAuthenticator: 'code: text 0..32',
  setAddressBook: 'on: 0..1',
  addAddress: 'destination: text 0..128, label?: text 0..40 /^\\P{Cc}*$/ = ""',
  removeAddress: 'id: /^UUID$/',
  getIndexInformation:
    'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 5, isMore?: 0..1 = 0, before?: 1..2147483647, id?: 1..2147483647',
  getNotice: 'noticeType?: 1..99 = 1',
  get_text: 'type: 1..99',
  getMyMessage: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, before?: /^UUID$/',
  readMessages: 'id?: /^UUID$/, ids?: /^UUID(?:,UUID){0,49}$/',
  muteMessages: 'category: orders|money|alerts|support|account, muted: 0..1',
  addPush: 'endpoint: text 0..1024, p256dh: text 0..128, auth: text 0..64',
  removePush: 'endpoint: text 0..1024 /^\\P{Cc}*$/',
  addAlert: 'pid: 1..9999, kind: price|percent, value: text 0..64',
  removeAlert: 'id: /^UUID$/',
  getThread: 'threadId: /^UUID$/, before?: /^UUID$/',
  openThread:
    'subject?: general|order|deposit|withdrawal|swap|loan|hosting = "general", subjectId?: /^UUID$/',
  sendChat:
    'threadId: /^UUID$/, key: /^UUID$/, text?: text 0..4000 /^[^\\p{Cc}]*(?:[\\n\\r\\t][^\\p{Cc}]*)*$/ = "", files?: /^(?:UUID(?:,UUID){0,3})?$/ = ""',
  typeChat: 'threadId: /^UUID$/',
  readChat: 'threadId: /^UUID$/, upTo?: /^UUID$/',
  setLimit: 'kind: lossDay|lossWeek|stakeDay|stakeWeek|minutesDay|minutesWeek, value: text 0..64',
  takeBreak: 'hours: 24 or 72 or 168 or 720',
  exclude: 'months: 6 or 12 or 60',
  getRecord: 'day?: /^\\d{4}-\\d\\d-\\d\\d$/',
  loanUpload: 'purpose: front|back|signature',
  saveLoanDraft:
    'name?: text 0..120, phone?: text 0..40, homeAddress?: text 0..300, idNumber?: text 0..40, amount?: text 0..40, instalments?: text 0..4, front?: /^UUID$/ or null, back?: /^UUID$/ or null',
  loanApply: 'application: /^UUID$/, drawing: /^UUID$/, signature: text 0..140',
  withdrawLoan: 'applyId: /^UUID$/',
  loanOrderList: 'applyId: /^UUID$/',
  repayLoan:
    'applyId: /^UUID$/, instalments: 0..12, owed: text 0..40, consent?: { text: text 0..2000, signature: text 0..200 }',
  getLoanFile: 'applyId: /^UUID$/',
  getProgrammeTrades: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  getMyTgOrderList: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, status: 1..2',
  getMoveInfo: 'mid: 1..9999',
  orderConfirmation:
    'buyMoney: text 0..64, mid: 1..9999, version?: 1..1000000, consent?: { text: text 0..2000, signature: text 0..200 }, type?: text 0..4 = "0", userNum?: text 0..4 = "1"',
  getExitEstimate: 'orderNumber: /^UUID$/',
  exitHosting: 'orderNumber: /^UUID$/, consent?: { text: text 0..2000, signature: text 0..200 }',
  getHostingAnswer: 'consent: { text: text 0..2000, signature: text 0..200 }',
  getLoggedHosting: 'number: 0..9007199254740991, size: 0..9007199254740991',
  getLoggedDay: 'day: /^\\d{4}-\\d\\d-\\d\\d$/, size: 0..9007199254740991',
  getHostingDays: 'orderNumber: /^UUID$/, pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  accountActions: 'before?: 1..9007199254740991, count?: 1..50 = 20',
  consoleChallenge: 'address: text 0..64, walletType: 1..2',
  consoleSignIn:
    'address: text 0..64, walletType: 1..2, message: text 0..2000, signature: text 0..4096, link?: text 20..100',
  consoleOpenLink: 'link: text 20..100',
  consoleSignOut: 'everywhere?: boolean or anything = false',
  consoleKeepPasskey: 'response: object, name: text 1..60',
  consoleProvePasskey: 'response: object',
  consoleKeepCode: 'code: /^\\d{6}$/',
  consoleProveCode: 'code: /^\\d{6}$/',
  consoleRemovePasskey: 'passkey: text 1..1400',
  consoleInvite:
    'operator?: text 1..64 /^[^\\p{Cc}\\p{Cs}]*$/, name: text 1..60 /^[^\\p{Cc}\\p{Cs}]*$/, roles: 1..6 of viewer|support|editor|reviewer|treasurer|admin, reason: text 3..500 /^[^\\p{Cc}\\p{Cs}]{3,}$/',
  consoleOperatorLink: 'operator: text 1..64 /^[^\\p{Cc}\\p{Cs}]*$/',
  consoleRevoke: 'operator: text 1..64 /^[^\\p{Cc}\\p{Cs}]*$/, reason: text 3..500 /^[^\\p{Cc}\\p{Cs}]{3,}$/',
  consolePropose:
    'kind: text 0..60 /^[a-z]+(\\.[a-zA-Z]+)+$/, payload: object, reason: text 3..500 /^[^\\p{Cc}\\p{Cs}]{3,}$/, key: /^UUID$/',
  consoleProposals:
    'state?: open|approved|refused|withdrawn|expired, kind?: text 0..60, before?: text 1..200, limit?: 1..200 = 50',
  consoleProposal: 'id: /^UUID$/',
  consoleApprove: 'id: /^UUID$/, payloadHash: /^[0-9a-f]{64}$/',
  consoleRefuse: 'id: /^UUID$/, reason: text 3..500 /^[^\\p{Cc}\\p{Cs}]{3,}$/',
  consoleActions:
    'operator?: text 0..64, action?: text 0..60, subject?: text 0..200, userId?: 1..9007199254740991, from?: 0..9999999999999, until?: 0..9999999999999, before?: text 1..200, limit?: 1..200 = 50',
  consoleStopEngine: 'reason: text 3..500 /^\\P{Cc}*$/',
  consoleStartEngine: 'reason: text 3..500 /^\\P{Cc}*$/',
  consoleDeposits:
    'before?: text 1..200, limit?: 1..200 = 50, state?: seen|credited|orphaned|lost, chain?: 1..1000, currencyId?: 1..31, begins?: /^[0-9A-Za-z]{3,128}$/, userId?: "house" or 1..9007199254740991',
  consoleContentList: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10, kind: news|notice|answer|text|reply',
  consoleContentRead: 'id: 1..2147483647',
  consoleContentCreate:
    'contentLanguage: english|japanese|korean|arab|chinese, title: text 1..200, html: text 0..40000, kind: news|notice|answer|text|reply, area?: start|orders|wallet|safety|account|glossary, type?: 1..99, source?: text 0..120 = "", picture?: /^UUID$/',
  consoleContentRevise:
    'contentLanguage: english|japanese|korean|arab|chinese, title: text 1..200, html: text 0..40000, id: 1..2147483647, after: 0..1000000',
  consoleContentPublish: 'id: 1..2147483647, at?: 0..4503599627370496',
  consoleContentWithdraw: 'id: 1..2147483647',
  consoleReplies: 'contentLanguage: english|japanese|korean|arab|chinese',
  consoleLoans: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  consoleLentLoans: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  consoleLoan: 'applyId: /^UUID$/, reason: text 3..500 /^\\P{Cc}*$/',
  consoleLoanPicture: 'applyId: /^UUID$/, purpose: front|back|signature, reason: text 3..500 /^\\P{Cc}*$/',
  consoleRejectLoan: 'applyId: /^UUID$/, reason: text 3..500 /^\\P{Cc}*$/',
  consoleAskLoanAgain: 'applyId: /^UUID$/, reason: text 3..500 /^\\P{Cc}*$/',
  consoleOrders:
    'before?: /^UUID$/, limit?: 1..200 = 50, state?: open|finished, outcome?: won|lost|tied|void|closed, pid?: 1..9999, of?: real|simulated, userId?: 1..9007199254740991, from?: 0..9999999999999, to?: 0..9999999999999',
  consoleOrder: 'orderId: /^UUID$/',
  consoleReceipt: 'orderId: /^UUID$/',
  consoleSearch: 'text: text 0..',
  consoleUsers:
    'before?: text 1..200, limit?: 1..5000 = 50, search?: text 0..64, practice?: 0..1, joinedFrom?: 0..9999999999999, joinedTo?: 0..9999999999999, mark?: limited|paused|held, sort?: newest|oldest|address = "newest"',
  consoleUser: 'userId: 1..9007199254740991',
  consoleUserStatement:
    'currencyId: 1..31, kind?: available|hold|hosted = "available", from: 0..9999999999999, to: 0..9999999999999, pageSize?: 1..500 = 100, after?: text 0..80, userId: 1..9007199254740991, of?: real|simulated = "real"',
  consoleUserMessages: 'before?: /^UUID$/, limit?: 1..200 = 50, userId: 1..9007199254740991',
  consoleInbox: 'pageNum?: 0..100000 = 1, pageSize?: 1..50 = 10',
  consoleThread: 'threadId: /^UUID$/, before?: /^UUID$/',
  consoleReply:
    'threadId: /^UUID$/, key: /^UUID$/, text?: text 0..4000 /^[^\\p{Cc}]*(?:[\\n\\r\\t][^\\p{Cc}]*)*$/ = "", files?: /^(?:UUID(?:,UUID){0,3})?$/ = ""',
  consoleTyping: 'threadId: /^UUID$/',
  consoleReadChat: 'threadId: /^UUID$/, upTo?: /^UUID$/',
  consoleWithdrawals:
    'before?: text 1..200, limit?: 1..200 = 50, view?: waiting|stuck|overdue|all = "waiting", state?: requested|held_new_address|approved|built|signed|broadcast|final|cancelled|rejected|dead, currencyId?: 1..31, begins?: /^[0-9A-Za-z]{3,128}$/, userId?: 1..9007199254740991',
  consoleWithdrawal: 'id: /^UUID$/',
  consoleVote:
    'id: /^UUID$/, approves: boolean, reason?: account_takeover|legal_order|owner_asked|sanctioned_address',
  consoleHolds: 'userId?: 1..9007199254740991',
  consoleProposeHold:
    'userId: 1..9007199254740991, caseId: /^[A-Za-z0-9][A-Za-z0-9 ._#/-]{0,63}$/, reason: account_takeover|legal_order|owner_asked, until: 0..8640000000000000',
}

function fieldsIn(input: z.ZodMiniType): string {
  return fieldsOf(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as Schema).join(', ')
}

test('inputs are limited to these forms', () => {
  const forms = Object.entries<AnyRoute>({ ...ROUTES, ...OPERATOR_ROUTES }).map(([name, { input }]) => {
    return [name, fieldsIn(input)] as const
  })
  expect(Object.fromEntries(forms.filter(([, form]) => form !== ''))).toEqual(INPUTS)
})

test.each<[kind: string, payload: z.ZodMiniType, form: string]>([
  [
    'engine.limits',
    engineLimits,
    'mostTrade: text 0..64, leastProfit: text 0..64, dayLoss: text 0..64, openRests: 1..100, before: { mostTrade: text 0..64, leastProfit: text 0..64, dayLoss: text 0..64, openRests: 1..100 }',
  ],
  [
    'hosting.product',
    hostingVersion,
    'mid: 1..9999, after: 0..1000000, days: 1..365, least: text 0..64, most: text 0..64, upperPpm: 1..10000, exitFeePpm: 0..50000, isOpen: boolean',
  ],
  ['chain.resume', chainResume, 'chain: 1..1000, haltedAt: -9007199254740991..9007199254740991'],
  [
    'loan.approve',
    loanApproval,
    'applyId: /^UUID$/, amount: text 0..64, instalments: -9007199254740991..9007199254740991',
  ],
  [
    'treasury.fund',
    treasuryFund,
    'currencyId: 1..31, from: inventory|bankroll|lending|fees, to: inventory|bankroll|lending, amount: text 0..64',
  ],
])('the payload of a proposal %s is limited to this form', (_, payload, form) => {
  expect(fieldsIn(payload)).toBe(form)
})
