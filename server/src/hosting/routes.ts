import { unreachable } from '@tickmark/core/assert'
import { isOver } from '@tickmark/core/arbitrage/admitExit'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { keyOf, userOf, type Answers, type CallContext } from '../http/calls/context.ts'
import { momentText, Refused, tooMany } from '../http/calls/refused.ts'
import { checkedAsk } from '../http/calls/signedAsk.ts'
import { refusedConsent } from '../http/calls/signedText.ts'
import { loggedAnswers } from './statements/loggedAnswers.ts'
import { answerToHost } from './statements/answerToHost.ts'
import { exitShown, statedNow } from './statements/showStatement.ts'
import { available } from '../ledger/store.ts'
import { closedDays } from './dayStore.ts'
import { exitHosting } from './ending/exitHosting.ts'
import type { HostedOrder } from './order/order.ts'
import { placeHosting } from './placing/placeHosting.ts'
import type { HostingDeps } from './ports.ts'
import { productInForce, productsInForce } from './products/productStore.ts'
import { showDays } from './showing/showDays.ts'
import { programmeAnswer } from './showing/showProgramme.ts'
import { hostedBy, listOrders, ownOrder, yieldsOf } from './order/store.ts'
import { exitView, orderView, productView, SHOWN_DAYS } from './showing/views.ts'

/** Trades are answered by the engine's module. */
type HostingRoutes = Omit<typeof arbitrageRoutes, 'getProgrammeTrades'>

/** The user's API for hosting, and the public view of the programme. */
export function hostingAnswers(deps: HostingDeps): Answers<HostingRoutes> {
  const { db } = deps
  const programme = programmeAnswer(deps)
  return {
    getBzIndexData: (_, context) => overview(deps, context),
    getProgramme: (_, context) => programme(context),
    async getMyTgOrderList({ pageNum, pageSize, status }, context) {
      const query = { ...ownerOf(context), isEnded: status === 2, page: Math.max(0, pageNum - 1), pageSize }
      const { list, total } = await listOrders(db, query)
      return { list: list.map((one) => orderView(one, context.language)), total }
    },
    async getMoveInfo({ mid }, context) {
      const { userId, book } = ownerOf(context)
      const product = await productInForce(db, mid)
      if (!product?.isOpen) throw new Refused('hosting_product_unknown')
      const money = await available(db, userId, book, PROGRAMME.currency)
      return {
        ...productView(product, await closedDays(db, SHOWN_DAYS), context),
        money: formatAmount(money),
      }
    },
    async orderConfirmation({ buyMoney, mid, version, consent }, context) {
      const signed = await checkedAsk(consent, readHostingText, context)
      const amount = parseAmount(buyMoney)
      const owner = ownerOf(context)
      const asked = { ...owner, key: keyOf(context), mid, version: version ?? null, amount, signed }
      const host = async () => {
        const made = await placeHosting(deps, asked)
        if (!made.ok) throw refusedHosting(made.refusal)
        return made
      }
      const done = await deps.consents.orRefuse(signed, host, owner)
      const facts = { amount: formatAmount(amount ?? 0n) }
      const message = textOfAnswer('hostingPlaced', context.language, facts)
      return { message, orderNumber: done.value.id, ...(await statedNow(deps, done.value.number)) }
    },
    async getExitEstimate({ orderNumber }, context) {
      const order = await ownOrderIn(deps, context, orderNumber)
      // From its expiry on, the whole principal returns.
      if (isOver(order, context.nowMs)) throw new Refused('hosting_ended')
      return exitView(order)
    },
    async exitHosting({ orderNumber, consent }, context) {
      const signed = await checkedAsk(consent, readExitText, context)
      const owner = ownerOf(context)
      const asked = { ...owner, key: keyOf(context), id: orderNumber, signed }
      const exit = async () => {
        const ended = await exitHosting(deps, asked)
        if (!ended.ok) throw refusedExit(ended.refusal)
        return ended
      }
      const done = await deps.consents.orRefuse(signed, exit, owner)
      const [back, fee] = [formatAmount(done.value.back), formatAmount(done.value.fee)]
      const message = textOfAnswer('hostingExited', context.language, { amount: back, fee })
      const stated = await statedNow(deps, done.value.number)
      return { message, redeemMoney: back, deductionMoney: fee, ...stated }
    },
    getHostingAnswer: ({ consent }, context) => answerToHost(consent, context, deps),
    ...loggedAnswers(deps),
    async getHostingDays({ orderNumber, pageNum, pageSize }, context) {
      // Of either book: the owner's page checks the promises in both.
      const order = await ownOrder(db, userOf(context).id, orderNumber)
      if (!order) throw new Refused('hosting_unknown')
      const days = await showDays(db, order, { page: Math.max(0, pageNum - 1), pageSize })
      const { id, exitNumber } = order
      return { ...days, exit: exitNumber === null ? null : await exitShown(deps, { id, exitNumber }) }
    },
  }
}

/** An owner's hosted money and yields, and the products on offer. */
async function overview({ db }: HostingDeps, context: CallContext) {
  const owner = ownerOf(context)
  const [yields, hosted, products, days] = [
    await yieldsOf(db, owner),
    await hostedBy(db, owner),
    await productsInForce(db),
    await closedDays(db, SHOWN_DAYS),
  ]
  return {
    profit: formatAmount(yields.newest),
    earned: formatAmount(yields.all),
    tgzMoney: formatAmount(hosted),
    products: products.filter((one) => one.isOpen).map((one) => productView(one, days, context)),
    videoUrl: '',
    videopicUrl: '',
  }
}

function ownerOf(context: CallContext) {
  return { userId: userOf(context).id, book: context.book }
}

/** The caller's own order in the request's book. */
async function ownOrderIn({ db }: HostingDeps, context: CallContext, id: string): Promise<HostedOrder> {
  const { userId, book } = ownerOf(context)
  const order = await ownOrder(db, userId, id)
  if (order?.book !== book) throw new Refused('hosting_unknown')
  return order
}

type ExitDenial = Extract<Awaited<ReturnType<typeof exitHosting>>, { ok: false }>['refusal']

function refusedExit(refusal: ExitDenial): Refused {
  return refusal.code === 'consent' ? refusedConsent(refusal.refusal) : new Refused(refusal.code)
}

type HostDenial = Extract<Awaited<ReturnType<typeof placeHosting>>, { ok: false }>['refusal']

function refusedHosting(refusal: HostDenial): Refused {
  switch (refusal.code) {
    case 'insufficient_funds': {
      const currency = currencyById(PROGRAMME.currency)?.code ?? ''
      return new Refused(refusal.code, { currency, available: formatAmount(refusal.available) })
    }
    case 'hosting_amount_outside': {
      const { least, most } = refusal
      return new Refused(refusal.code, { least: formatAmount(least), most: formatAmount(most) })
    }
    case 'consent':
      return refusedConsent(refusal.refusal)
    case 'hostings_full':
      return new Refused(refusal.code, { most: String(refusal.most) })
    case 'too_many_requests':
      return tooMany(refusal.waitMs)
    case 'excluded':
    case 'on_break':
      return new Refused(refusal.code, { until: momentText(refusal.untilMs) })
    case 'hosting_product_unknown':
    case 'hosting_terms_changed':
    case 'hosting_closed':
    case 'hosting_paused':
    case 'hosting_amount_invalid':
    case 'key_reused':
    case 'consent_used':
      return new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}
