import { unreachable } from '@tickmark/core/assert'
import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import type { arbitrageRoutes } from '@tickmark/wire/routes/arbitrage'
import { textOfAnswer } from '@tickmark/texts/server/answers'
import { keyOf, userOf, type Answers, type CallContext } from '../http/calls/context.ts'
import { momentText, Refused } from '../http/calls/refused.ts'
import { available } from '../ledger/store.ts'
import { closedDays } from './dayStore.ts'
import { exitHosting } from './exitHosting.ts'
import type { HostedOrder } from './order.ts'
import { placeHosting } from './placeHosting.ts'
import type { HostingDeps } from './ports.ts'
import { productInForce, productsInForce } from './productStore.ts'
import { showDays } from './showDays.ts'
import { showProgramme } from './showProgramme.ts'
import { hostedBy, listOrders, ownOrder, yieldsOf } from './store.ts'
import { exitView, orderView, productView, SHOWN_DAYS } from './views.ts'

/** The engine's module answers for its trades. */
type HostingRoutes = Omit<typeof arbitrageRoutes, 'getProgrammeTrades'>

/** The user's API for hosting, and what anybody may read of the programme. */
export function hostingAnswers(deps: HostingDeps): Answers<HostingRoutes> {
  const { db } = deps
  return {
    async getBzIndexData(_, context) {
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
    },
    getProgramme: (_, context) => showProgramme(deps, context),
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
    async orderConfirmation({ buyMoney, mid, version }, context) {
      const amount = parseAmount(buyMoney)
      const asked = { ...ownerOf(context), key: keyOf(context), mid, version: version ?? null, amount }
      const done = await placeHosting(deps, asked)
      if (!done.ok) throw refusedHosting(done.refusal)
      const facts = { amount: formatAmount(amount ?? 0n) }
      return { message: textOfAnswer('hostingPlaced', context.language, facts), orderNumber: done.value.id }
    },
    async getExitEstimate({ orderNumber }, context) {
      const order = await need(deps, context, orderNumber)
      // From its expiry on, the whole principal comes back.
      if (order.ended || context.nowMs >= order.expiresAtMs) throw new Refused('hosting_ended')
      return exitView(order)
    },
    async exitHosting({ orderNumber }, context) {
      const done = await exitHosting(deps, { ...ownerOf(context), key: keyOf(context), id: orderNumber })
      if (!done.ok) throw new Refused(done.refusal.code)
      const [back, fee] = [formatAmount(done.value.back), formatAmount(done.value.fee)]
      const message = textOfAnswer('hostingExited', context.language, { amount: back, fee })
      return { message, redeemMoney: back, deductionMoney: fee }
    },
    async getHostingDays({ orderNumber, pageNum, pageSize }, context) {
      const order = await need(deps, context, orderNumber)
      return showDays(db, order, { page: Math.max(0, pageNum - 1), pageSize })
    },
  }
}

function ownerOf(context: CallContext) {
  return { userId: userOf(context).id, book: context.book }
}

/** An own order of the request's book. */
async function need({ db }: HostingDeps, context: CallContext, id: string): Promise<HostedOrder> {
  const { userId, book } = ownerOf(context)
  const order = await ownOrder(db, userId, id)
  if (order?.book !== book) throw new Refused('hosting_unknown')
  return order
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
    case 'hostings_full':
      return new Refused(refusal.code, { most: String(refusal.most) })
    case 'excluded':
    case 'on_break':
      return new Refused(refusal.code, { until: momentText(refusal.untilMs) })
    case 'hosting_product_unknown':
    case 'hosting_terms_changed':
    case 'hosting_closed':
    case 'hosting_amount_invalid':
    case 'key_reused':
      return new Refused(refusal.code)
    default:
      return unreachable(refusal)
  }
}
