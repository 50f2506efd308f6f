import type { Currency } from '@tickmark/core/money/currencies'
import type { Direction } from '@tickmark/core/orders/terms'

/**
 * The address pattern of every screen; ":name?" is one optional segment. No other file of the page spells a path. The
 * server's links are in wire/src/messages/kinds.ts and server/src/support/view.ts.
 */
export const PATHS = {
  home: '/',
  coin: '/business',
  orders: '/order',
  receipt: '/receipt/:orderId',
  proof: '/r/:name?',
  wallet: '/account',
  transfer: '/recharge',
  records: '/record',
  statement: '/statement',
  signedBalances: '/signed-balances',
  protection: '/protection',
  messages: '/notification',
  share: '/share/:url?',
  help: '/help',
  guide: '/guide',
  answers: '/qa',
  chat: '/chat',
  alerts: '/alerts',
  limits: '/limits',
  noPermission: '/no-permission',
  houseRecord: '/house-record',
  settings: '/settings',
  language: '/language',
  arbitrage: '/arbitrage',
  arbitrageRecords: '/arbitrageRecord',
  arbitrageIntro: '/arbitrageIntro',
  arbitrageProduct: '/arbitrageProduct',
  loan: '/loan',
  loans: '/detail',
  loanDetail: '/loandetail/:id?',
  loanSign: '/sign',
  nft: '/nft',
  nftShop: '/nft/shop',
  nftTasks: '/nft/tasks',
  nftOrders: '/nft/orders',
} as const

/** Record types in the address. */
const RECORD_TYPES = { deposit: 0, withdrawal: 1, swap: 2 } as const

/** Addresses of the screens with their parameters. */
export const hrefTo = {
  home: (query?: URLSearchParams) => withQuery(PATHS.home, query),
  /** A coin; with a direction, its order sheet too. */
  coin: (pid: number, entrust?: Direction) =>
    `${PATHS.coin}?pid=${pid}${entrust ? `&entrust=${entrust}` : ''}`,
  /** A coin with the sheet of one of the user's orders. */
  openOrder: (pid: number, orderId: string) => `${PATHS.coin}?pid=${pid}&open=${orderId}`,
  orders: (list?: 'waiting' | 'finished') => `${PATHS.orders}${list === 'finished' ? '?tab=finished' : ''}`,
  receipt: (orderId: string) => `/receipt/${orderId}`,
  /** A receipt shared by its owner. */
  proof: (name: string) => `/r/${name}`,
  wallet: () => PATHS.wallet,
  /** Receiving, sending and swapping a currency. */
  transfer(
    { id, code, name }: Pick<Currency, 'id' | 'code' | 'name'>,
    tab?: 'receive' | 'send' | 'swap',
  ): string {
    return withQuery(PATHS.transfer, { aid: String(id), name: code, coin: name, ...(tab && { tab }) })
  },
  /** Records of deposits, withdrawals or swaps. */
  records: (kind: keyof typeof RECORD_TYPES) => `${PATHS.records}?type=${RECORD_TYPES[kind]}`,
  statement: (query?: Record<string, string>) => withQuery(PATHS.statement, query),
  signedBalances: () => PATHS.signedBalances,
  protection: () => PATHS.protection,
  messages: (part?: 'settings') => `${PATHS.messages}${part ? '?notices' : ''}`,
  share: () => '/share',
  help: (tab?: 'glossary') => `${PATHS.help}${tab ? `?tab=${tab}` : ''}`,
  helpOn: (words: string) => `${PATHS.help}?q=${encodeURIComponent(words)}`,
  guide: (step?: number) => `${PATHS.guide}${step === undefined ? '' : `?step=${step}`}`,
  answers: (id?: number) => `${PATHS.answers}${id === undefined ? '' : `?id=${id}`}`,
  chat: (threadId: string | null = null) => `${PATHS.chat}${threadId === null ? '' : `?thread=${threadId}`}`,
  alerts: () => PATHS.alerts,
  limits: (part?: 'break') => `${PATHS.limits}${part ? '?break' : ''}`,
  noPermission: () => PATHS.noPermission,
  /** The newest logged day; `today` for the running one. */
  houseRecord: (day?: string) => withQuery(PATHS.houseRecord, day === undefined ? {} : { day }),
  settings: () => PATHS.settings,
  language: () => PATHS.language,
  arbitrage: () => PATHS.arbitrage,
  /** Hosting orders: 1 running, 2 ended. */
  arbitrageRecords: (status?: '1' | '2') => `${PATHS.arbitrageRecords}${status ? `?status=${status}` : ''}`,
  arbitrageIntro: () => PATHS.arbitrageIntro,
  arbitrageProduct: (mid: number) => `${PATHS.arbitrageProduct}?mid=${mid}`,
  loan: () => PATHS.loan,
  loans: () => PATHS.loans,
  loanDetail: (id: string) => `/loandetail/${id}`,
  loanSign: () => PATHS.loanSign,
} as const

function withQuery(path: string, query: Record<string, string> | URLSearchParams = {}): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
