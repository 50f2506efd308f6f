import { sha256 } from '@noble/hashes/sha2.js'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { askedOf } from '@tickmark/core/receipts/answers'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { CLOSING_FORMAT, REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { leafOfBatch } from '@tickmark/core/receipts/batches'
import { leafOfRefusal, refusesClose } from '@tickmark/core/receipts/refusal'
import { ROUTES } from '@tickmark/wire/routes/all'
import { queries, refreshNamed, type Reply } from '../../api/api.ts'
import { dropKeptCall } from '../../api/moneyCall.ts'
import { t } from '../../i18n/i18n.ts'
import { isSignedIn } from '../../session/session.ts'
import { ownerNow } from '../../session/signedInAs.ts'
import { ask as askHouse } from '../asking/askHouse.ts'
import type { Look } from '../asking/lookInTurn.ts'
import { dueUntilMs } from '../deviceTime.ts'
import { keepAsk, type KeptAsk } from './kept/askStore.ts'
import { falseTrouble } from './kept/problem.ts'
import { isAnswerTo, isHosting, type Answer } from './judged/isAnswerTo.ts'
import { judgeCloseLogged, judgeUntimedLogged, missingTrouble } from './judged/judgeLogged.ts'
import { keepAnswer } from './answers/keepAnswer.ts'
import { keepClosing, keepRefusal } from './answers/keepAsked.ts'
import { keepHostingAnswer } from './answers/keepHostingAnswer.ts'
import { listedHostings } from './follow/hostingLists.ts'
import { lookInLog } from '../lookInLog.ts'
import { accuse, setTrouble, silences } from './troubles.ts'

/** Signed texts without an answer, or with an answer that this device has not yet seen in the log. */
const open = new Map<string, KeptAsk>()
/** Requests in flight: their answers may still come. */
const sending = new Set<string>()
/** Orders refused by the house's signature: none of them may ever appear. */
const refused = new Map<string, KeptAsk>()

/** Follows a signed text from now on, as this device keeps it. */
export function followAsk(ask: KeptAsk): void {
  const { asked, order, problem, answer } = ask
  const trouble = falseTrouble(problem)
  if (trouble && answer) {
    // A false answer does not count: a sound one is still requested.
    open.set(asked, { ...ask, answer: null })
    return void accuse({ order, trouble, evidence: answer })
  }
  if (problem === null && answer?.format === REFUSAL_FORMAT && !refusesClose(answer.refusal))
    refused.set(order, ask)
  if (answer && ask.isLogged) open.delete(asked)
  else open.set(asked, ask)
}

/** Leaves a request in flight alone until `sent`. */
export function followSending(ask: KeptAsk): void {
  sending.add(ask.asked)
  followAsk(ask)
}

/** The request's answer has come, or will not come by itself. A ticket is followed as a promise of its own. */
export function sent(asked: string, isTicket: boolean): void {
  sending.delete(asked)
  if (isTicket) forget(asked)
}

/** The same for the request with this text, whichever visit sent it. */
export function sentText(text: string): void {
  const about = askedOf(text, sha256)
  if (about) sent(about.asked, true)
}

function forget(asked: string): void {
  open.delete(asked)
  for (const name of [`ask ${asked}`, `logged ${asked}`]) {
    silences.end(name)
    setTrouble(name, null)
  }
}

/** A look for every answer that is missing or not yet in the log. */
export function answerLooks(): Map<string, Look> {
  const due = [...open.values()].filter(
    ({ asked, keptAtMs }) => !sending.has(asked) || dueUntilMs() - keptAtMs >= SENDING_MS,
  )
  return new Map(due.map((ask) => [ask.asked, () => (ask.answer ? lookForAnswer(ask) : askAgain(ask))]))
}

/** How long the answer to a sent request may still come by itself. */
const SENDING_MS = 10_000
/** After this long without a valid answer it is no accident; less than the shortest order's time. */
const UNANSWERED_MS = 15_000

async function askAgain(ask: KeptAsk): Promise<void> {
  const { asked, order, consent, owner } = ask
  const name = `ask ${asked}`
  const nowOwner = ownerNow()
  if (nowOwner !== null && !isSameAddress(nowOwner, owner)) {
    // The owner has signed in here with another wallet.
    silences.end(name)
    return setTrouble(name, null)
  }
  if (nowOwner === null || !isSignedIn()) {
    // Only the owner can ask. However he was signed out, the open request stays visible.
    return setTrouble(name, { order, trouble: 'asking', evidence: null })
  }
  silences.of(name)
  const answer = isHosting(ask)
    ? await askHouse('getHostingAnswer', { consent })
    : await askHouse('getAnswer', { consent })
  if (answer !== null && isAnswerTo(ask, answer) && (await takeAnswer(ask, answer))) return silences.end(name)
  // The answer may have come by itself meanwhile.
  if (!open.has(asked)) return
  const trouble = silences.of(name) >= UNANSWERED_MS ? 'unanswered' : 'asking'
  setTrouble(name, { order, trouble, evidence: null })
}

/**
 * Keeps a requested answer and reports it: the signer was told that there was none. False for an invalid answer, or
 * when no keys are known to judge it by; it is then requested again.
 */
async function takeAnswer(ask: KeptAsk, answer: Answer): Promise<boolean> {
  const { asked, consent } = ask
  const { refused: refusal, head } = answer
  if (refusal) {
    const kept = await keepRefusal(ask, { ...refusal, head })
    if (!isSound(kept)) return false
    setTrouble(`ask ${asked}`, null)
    followAsk(kept)
    toast(t('trade:promise.refused', { reason: refusal.message }), { tone: 'wrong' })
  } else if ('stated' in answer) {
    if (answer.stated && (await keepHostingAnswer({ ...answer.stated, head }, consent, null))) return false
    forget(asked)
    toast(t(ask.order === asked ? 'trade:earlierPlaced' : 'trade:earlierClosed'))
  } else if (answer.placed) {
    if (await keepAnswer({ ...answer.placed, head }, consent, null)) return false
    forget(asked)
    toast(t('trade:earlierPlaced'))
  } else if (answer.closed) {
    const kept = await keepClosing(ask, { ...answer.closed, head }, null)
    if (!isSound(kept)) return false
    setTrouble(`ask ${asked}`, null)
    followAsk(kept)
    toast(t('trade:earlierClosed'))
  }
  dropKeptCall('createLimitOrder', (body) => body.consent?.text === consent.text)
  dropKeptCall('orderConfirmation', (body) => body.consent?.text === consent.text)
  refreshNamed(ROUTES[isHosting(ask) ? 'exitHosting' : 'closeLimitOrder'].refreshes)
  return true
}

function isSound({ answer, problem }: KeptAsk): boolean {
  return answer !== null && problem === null
}

/** Looks for a refusal or a close in the log. */
async function lookForAnswer(ask: KeptAsk): Promise<void> {
  const { asked, order, answer } = ask
  if (!answer) return
  const [leaf, atMs, judge] =
    answer.format === CLOSING_FORMAT
      ? [leafOfBatch('receipts', answer.proof), answer.settlement.settledAt, judgeCloseLogged]
      : [leafOfRefusal(answer.refusal), answer.refusal.at, judgeUntimedLogged]
  const name = `logged ${asked}`
  silences.of(name)
  const found = await lookInLog(leaf)
  const state = judge(found, atMs, silences.of(name))
  const trouble = missingTrouble(state)
  if (trouble) setTrouble(name, { order, trouble, evidence: answer })
  if (state === 'late') await accuse({ order, trouble: 'unlogged', evidence: answer })
  else if (state !== 'logged') return
  forget(asked)
  followAsk(await keepAsk({ ...ask, isLogged: true }))
}

/** Reports an order that the house has refused by its signature but shows as placed. */
export function noticeRefused(): void {
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

/** The orders of a list on screen; the cache keeps it whole or page by page. */
function listed(data: unknown): OrderList['list'] {
  const { list, pages = [] } = (data ?? {}) as Partial<OrderList> & { pages?: OrderList[] }
  return list ?? pages.flatMap((page) => page.list)
}
