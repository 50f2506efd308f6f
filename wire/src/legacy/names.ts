import type * as z from 'zod/mini'
import type { GivenOf, ReplyOf } from '../call.ts'
import type { Claims } from '../fields.ts'
import type { detailFrame, eventFrame, listFrame, topFrame } from '../live/socket.ts'
import type { RouteName, ROUTES } from '../routes/all.ts'
import type { orderItem } from '../routes/orders.ts'
import type { MarketItem } from '../schemas/market.ts'
import type { transferPage } from '../schemas/transfers.ts'
import type { NamesOf } from './spelling.ts'

/*
 * The wire keeps the field names of its first clients. Only this file lists them, as ours: 'theirs'. An unlisted field has the
 * same name on both sides.
 */

const pictured = { picture: 'picUrl' }

const coin: NamesOf<MarketItem> = { ...pictured, changePct: 'rands', trend: 'listKdata' }

const order: NamesOf<z.output<typeof orderItem>> = {
  ...pictured,
  orderNumber: 'orderNum',
  pair: 'ptitle',
  secondsLeft: 'time_djs',
  totalSeconds: 'alltime',
  direction: 'ostyle',
  rangeText: 'desc',
  stake: 'money',
  feeRate: 'fee',
  fee: 'sxfee',
  currency: 'currcyName',
  acceptedAt: 'buytime',
}

const transfers: NamesOf<z.output<typeof transferPage>> = { list: pictured }
const withdrawal = { destination: 'withdrawcoinUrl', amount: 'usdtNum' }
const swap = { amount: 'exchangeMoney' }
const networkType = { typeId: 'withdrawalTypeId' }
const favourite = { favourite: 'is_collect' }
const hosting = { orderNumber: 'orderNum' }
const result = { net: 'closingprofit', order }

/** The claims of every request. */
export const CLAIM_NAMES: NamesOf<Claims> = { book: 'is_virtual_account' }

export const INPUT_NAMES: { readonly [N in RouteName]?: NamesOf<GivenOf<(typeof ROUTES)[N]>> } = {
  createLimitOrder: { stake: 'money', currencyId: 'currcyId', quoteId: 'timezdId' },
  getextendfCList: { currency: 'currcy' },
  recharge: networkType,
  getTestMoney: networkType,
  withdrawalIntent: withdrawal,
  cash_out: withdrawal,
  getSwapQuote: swap,
  currencyExchange: swap,
  getIndexInformation: { isMore: 'is_more' },
  getExitEstimate: hosting,
  exitHosting: hosting,
  getHostingDays: hosting,
  saveLoanDraft: {
    name: 'real_name',
    phone: 'mobile',
    homeAddress: 'user_address',
    idNumber: 'card_id',
    instalments: 'installment',
    front: 'card_front',
    back: 'card_reverse',
  },
}

export const REPLY_NAMES: { readonly [N in RouteName]?: NamesOf<ReplyOf<(typeof ROUTES)[N]>> } = {
  keepProd: favourite,
  cancelKeep: favourite,
  getMarket: { list: coin },
  getTimeAccountCurrency: {
    currencies: ['currencyList', pictured],
    ranges: ['selectList', { rangeText: 'desc' }],
  },
  createLimitOrder: {
    secondsLeft: 'times',
    currency: 'orderCurrcy',
    rangeText: 'timeZdDesc',
    feeRate: 'fee',
    fee: 'sxfee',
    expectedProfit: 'expectProfit',
    order,
  },
  modifyLimitOrder: result,
  closeLimitOrder: result,
  getMyLimitOrders: { list: order },
  getMyWalletData: {
    data: {
      items: ['listdata', { ...pictured, currencyId: 'acid', value: 'zhuanhuan', amount: 'userAccount' }],
    },
  },
  getavailableMoneyAndHsByCurrency: { ...pictured, available: 'availableMoney', value: 'huansuan' },
  getextendfCList: { list: networkType },
  recharge: { qrText: 'ewmUrl', address: 'currencyUrl' },
  get_my_recharge_record: transfers,
  get_my_cash_out_record: transfers,
  getMyExchangeRecords: transfers,
  getIndexInformation: { list: { picture: 'picurl' } },
  getNotice: { list: { title: 'noticeTitle', html: 'noticeContent' } },
  getAnswerArea: { list: { html: 'answerText' } },
  getMyMessage: { list: { title: 'smsTitle', html: 'smsContent' } },
  getBzIndexData: { earned: 'expectProfit', products: 'listdata' },
  getMyTgOrderList: { list: hosting },
  orderConfirmation: hosting,
  service: { memberId: 'member_id' },
  loanApplyList: {
    list: { state: 'status', paid: 'paid_installment', instalments: 'installment', createdAt: 'created_at' },
  },
  loanOrderList: {
    apply: { totalAmount: 'total_amount', instalments: 'installment', paid: 'paid_installment' },
    orders: { amount: 'loan_amount', due: 'loan_time' },
  },
}

const coins: NamesOf<z.output<typeof listFrame>> = { data: { list: coin } }
const top: NamesOf<z.output<typeof topFrame>> = { data: { list: ['listTop', coin] } }
const detail: NamesOf<z.output<typeof detailFrame>> = {
  data: {
    baseInfo: {
      ...pictured,
      change: 'moneyZd',
      changePct: 'zdf',
      upPct: 'kanduo',
      downPct: 'kankong',
      volume: 'pre',
      turnover: 'diff',
      ...favourite,
    },
    candles: 'data',
  },
}
const event: NamesOf<z.output<typeof eventFrame>> = { data: { order } }

/** By frame type of the socket. */
export const FRAME_NAMES = { 1: top, 2: detail, 3: coins, 4: coins, 9: event }
