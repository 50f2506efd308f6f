import { sha256 } from '@noble/hashes/sha2.js'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { askedOf } from '@tickmark/core/receipts/answers'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { CLOSING_FORMAT, REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { leafOfBatch } from '@tickmark/core/receipts/batches'
import { leafOfRefusal, refusesClose } from '@tickmark/core/receipts/refusal'
import { ROUTES } from '@tickmark/wire/routes/all'
import { call, queries, refreshNamed, type Reply } from '../../api/api.ts'
import { dropKeptCall } from '../../api/moneyCall.ts'
import { t } from '../../i18n/i18n.ts'
import { isSignedIn, sessionNow } from '../../session/session.ts'
import { keepAsk, type KeptAsk } from './kept/askStore.ts'
import { falseTrouble } from './kept/problem.ts'
import { judgeCloseLogged, judgeRefusalLogged } from './judged/judgeLogged.ts'
import { keepAnswer } from './keepAnswer.ts'
import { keepClosing, keepRefusal } from './keepAsked.ts'
import { keepHostingAnswer } from './keepHostingAnswer.ts'
import { listedHostings } from './hostingLists.ts'
import { lookInLog } from './lookInLog.ts'
import { patience } from '../patience.ts'
import { setTrouble, silentFor } from './troubles.ts'

type Answer = NonNullable<Reply<'getAnswer'> | Reply<'getHostingAnswer'>>

/** What was signed and has no answer yet, or one that this device has yet to see in the log. */
const open = new Map<string, KeptAsk>()
/** What is on its way: its answer may come by itself. */
const sending = new Set<string>()
/** Orders that the house has refused by its signature: none of them may ever turn up. */
const refused = new Map<string, KeptAsk>()

/** Follows what was signed from now on, as this device keeps it. */
export function followAsk(ask: KeptAsk): void {
  const { asked, order, problem, answer } = ask
  const trouble = falseTrouble(problem)
  if (trouble) {
    setTrouble(`ask ${asked}`, { order, trouble, evidence: answer })
    open.delete(asked)
    return
  }
  if (answer?.format === REFUSAL_FORMAT && !refusesClose(answer.refusal)) refused.set(order, ask)
  if (answer && ask.isLogged) open.delete(asked)
  else open.set(asked, ask)
}

/** Leaves what is on its way alone until `sent`. */
export function followSending(ask: KeptAsk): void {
  sending.add(ask.asked)
  followAsk(ask)
}

/** Its answer has come, or will not come by itself. A ticket is followed as a promise of its own. */
export function sent(asked: string, isTicket: boolean): void {
  sending.delete(asked)
  if (isTicket) forget(asked)
}

/** The same for what this text asks, whichever visit sent it. */
export function sentText(text: string): void {
  const about = askedOf(text, sha256)
  if (about) sent(about.asked, true)
}

function forget(asked: string): void {
  open.delete(asked)
  setTrouble(`ask ${asked}`, null)
}

/** Asks once for every answer that is missing, and looks for the others in the log. */
export async function lookForAnswers(): Promise<void> {
  const due = [...open.values()].filter(
    ({ asked, keptAtMs }) => !sending.has(asked) || Date.now() - keptAtMs >= SENDING_MS,
  )
  await Promise.all(due.map((ask) => (ask.answer ? lookForAnswer(ask) : askAgain(ask))))
  noticeRefused()
}

/** So long the answer to what was sent may come by itself. */
const SENDING_MS = 10_000
/** So long without any answer is no accident any more; less than the shortest order's time. */
const UNANSWERED_MS = 15_000

async function askAgain(ask: KeptAsk): Promise<void> {
  const { address } = sessionNow()
  const { asked, order, consent } = ask
  if (!isSignedIn() || address === null) {
    // Only its owner can ask; whoever signed him out, that something is open stays to be seen.
    return setTrouble(`ask ${asked}`, { order, trouble: 'asking', evidence: null })
  }
  if (!isSameAddress(address, ask.owner)) return setTrouble(`ask ${asked}`, null)
  const options = { quiet: true, signal: patience() }
  const answer = isHosting(ask)
    ? await call('getHostingAnswer', { consent }, options).catch(() => null)
    : await call('getAnswer', { consent }, options).catch(() => null)
  const isAnswer = answer !== null && answers(ask, answer)
  const silentMs = silentFor(`ask ${asked}`, isAnswer)
  if (isAnswer) return takeAnswer(ask, answer)
  const trouble = silentMs >= UNANSWERED_MS ? 'unanswered' : 'asking'
  setTrouble(`ask ${asked}`, { order, trouble, evidence: null })
}

/** Whether it is about a hosting order. */
function isHosting({ consent: { text } }: KeptAsk): boolean {
  return readHostingText(text) !== null || readExitText(text) !== null
}

/** Whether it is of the kind that was asked for: a ticket answers an order, a statement a close, a refusal either. */
function answers({ asked, order }: KeptAsk, answer: Answer): boolean {
  const isOrder = asked === order
  if ('stated' in answer) {
    const { stated, refused: no } = answer
    return stated === null ? no !== null : no === null && (stated.statement.kind === 'hosting') === isOrder
  }
  const { placed, closed, refused: no } = answer
  const given = [placed, closed, no].filter((one) => one !== null).length
  return given === 1 && (placed === null || isOrder) && (closed === null || !isOrder)
}

/** Keeps an answer that was asked for, and says so: whoever signed was told that there was none. */
async function takeAnswer(ask: KeptAsk, answer: Answer): Promise<void> {
  const { asked, consent } = ask
  const { refused: refusal, head } = answer
  dropKeptCall('createLimitOrder', (body) => body.consent?.text === consent.text)
  dropKeptCall('orderConfirmation', (body) => body.consent?.text === consent.text)
  setTrouble(`ask ${asked}`, null)
  if (refusal) {
    followAsk(await keepRefusal(ask, { ...refusal, head }))
    toast(t('trade:promise.refused', { reason: refusal.message }), { tone: 'wrong' })
  } else if ('stated' in answer) {
    if (answer.stated && (await keepHostingAnswer({ ...answer.stated, head }, consent, null))) return
    forget(asked)
    toast(t(ask.order === asked ? 'trade:earlierPlaced' : 'trade:earlierClosed'))
  } else if (answer.placed) {
    if (await keepAnswer({ ...answer.placed, head }, consent, null)) return
    forget(asked)
    toast(t('trade:earlierPlaced'))
  } else if (answer.closed) {
    followAsk(await keepClosing(ask, { ...answer.closed, head }, null))
    toast(t('trade:earlierClosed'))
  }
  refreshNamed(ROUTES[isHosting(ask) ? 'exitHosting' : 'closeLimitOrder'].refreshes)
}

/** Looks for a refusal or a close in the log. */
async function lookForAnswer(ask: KeptAsk): Promise<void> {
  const { asked, order, answer } = ask
  if (!answer) return
  const [leaf, atMs, judge] =
    answer.format === CLOSING_FORMAT
      ? [leafOfBatch('receipts', answer.proof), answer.settlement.settledAt, judgeCloseLogged]
      : [leafOfRefusal(answer.refusal), answer.refusal.at, judgeRefusalLogged]
  const found = await lookInLog(leaf)
  const silentMs = silentFor(`ask ${asked}`, found?.is === 'logged')
  const state = judge(found, atMs, silentMs)
  const trouble = state === 'unlogged' || state === 'unshown' ? state : null
  setTrouble(`ask ${asked}`, trouble && { order, trouble, evidence: answer })
  if (state === 'logged') followAsk(await keepAsk({ ...ask, isLogged: true }))
}

/** An order that the house has refused by its signature is among those that it shows as placed. */
function noticeRefused(): void {
  if (refused.size === 0) return
  const lists = queries.getQueriesData({ queryKey: [ROUTES.getMyLimitOrders.path] })
  const placed = lists.flatMap(([, data]) => listed(data).map((one) => one.orderId))
  const hosted = listedHostings().map(({ item }) => item.orderNumber)
  for (const order of [...placed, ...hosted]) {
    const evidence = refused.get(order)?.answer
    if (evidence) setTrouble(`twice ${order}`, { order, trouble: 'contradicted', evidence })
  }
}

type OrderList = Reply<'getMyLimitOrders'>

/** The orders of a list on screen, which is kept whole or page by page. */
function listed(data: unknown): OrderList['list'] {
  const { list, pages = [] } = (data ?? {}) as Partial<OrderList> & { pages?: OrderList[] }
  return list ?? pages.flatMap((page) => page.list)
}
