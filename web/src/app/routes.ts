import { HomePage } from '../features/home/HomePage.tsx'
import { page, type AppRoute } from './pages.ts'

const EXTRA = import.meta.glob<{ routes: AppRoute[] }>('../features/*/extra.route.ts', { eager: true })

const TABLE: AppRoute[] = [
  {
    path: '/',
    title: 'pages:title.home',
    page: { Component: HomePage, load: async () => {} },
    beside: 'market',
    place: '/',
  },
  {
    path: '/business',
    title: 'pages:title.detail',
    page: page('coin/CoinPage'),
    beside: 'market',
    place: '/',
    bare: true,
  },
  { path: '/order', title: 'pages:title.orders', page: page('orders/OrdersPage'), place: '/order' },
  { path: '/settings', title: 'pages:title.settings', page: page('settings/SettingsPage'), bare: true },
  { path: '/language', title: 'pages:title.language', page: page('language/LanguagePage'), bare: true },
  {
    path: '/no-permission',
    title: 'pages:title.noPermission',
    page: page('forbidden/NoPermissionPage'),
    bare: true,
  },
  {
    path: '/account',
    title: 'pages:title.account',
    page: page('wallet/WalletPage'),
    beside: 'wallet',
    place: '/account',
  },
  {
    path: '/recharge',
    title: 'pages:title.recharge',
    page: page('transfer/TransferPage'),
    beside: 'wallet',
    place: '/account',
    bare: true,
  },
  {
    path: '/record',
    title: 'pages:title.record',
    page: page('record/RecordPage'),
    beside: 'wallet',
    place: '/account',
    bare: true,
  },
  {
    path: '/notification',
    title: 'pages:title.notification',
    page: page('messages/MessagesPage'),
    bare: true,
  },
  { path: '/share/:url?', title: 'pages:title.share', page: page('share/SharePage'), bare: true },
  { path: '/help', title: 'pages:title.help', page: page('help/HelpPage'), bare: true },
  { path: '/guide', title: 'pages:title.guide', page: page('help/GuidePage'), bare: true },
  { path: '/chat', title: 'pages:title.chat', page: page('chat/ChatPage'), bare: true, alone: true },
  { path: '/alerts', title: 'pages:title.alerts', page: page('alerts/AlertsPage'), bare: true },
  { path: '/limits', title: 'pages:title.limits', page: page('limits/LimitsPage'), bare: true },
  { path: '/qa', title: 'pages:title.qa', page: page('help/AnswersPage'), bare: true },
  {
    path: '/arbitrage',
    title: 'pages:title.arbitrage',
    page: page('arbitrage/ArbitragePage'),
    place: '/arbitrage',
  },
  arbitrage('/arbitrageRecord', 'pages:title.arbitrageRecord', 'ArbitrageRecordPage'),
  arbitrage('/arbitrageIntro', 'pages:title.arbitrageIntro', 'ArbitrageIntroPage'),
  arbitrage('/arbitrageProduct', 'pages:title.arbitrageProduct', 'ArbitrageProductPage'),
  { path: '/loan', title: 'pages:title.loan', page: page('loan/LoanPage'), bare: true },
  { path: '/detail', title: 'pages:title.loans', page: page('loan/LoansPage'), bare: true },
  {
    path: '/loandetail/:id?',
    title: 'pages:title.loanDetail',
    page: page('loan/LoanDetailPage'),
    bare: true,
  },
  { path: '/sign', title: 'pages:title.sign', page: page('loan/SignPage'), bare: true },
  { path: '/nft', title: 'pages:title.nft', page: page('nft/NftPage'), bare: true },
  { path: '/nft/shop', title: 'pages:title.nftShop', page: page('nft/NftShopPage'), bare: true },
  { path: '/nft/tasks', title: 'pages:title.nftTasks', page: page('nft/NftTasksPage'), bare: true },
  { path: '/nft/orders', title: 'pages:title.nftOrders', page: page('nft/NftOrdersPage'), bare: true },
]

/** Every route; those that a feature declares in its own `extra.route.ts` come last. */
export const APP_ROUTES: readonly AppRoute[] = [
  ...TABLE,
  ...Object.values(EXTRA).flatMap((module) => module.routes),
]

export const NOT_FOUND: AppRoute = {
  path: '*',
  title: 'pages:title.notFound',
  page: page('missing/MissingPage'),
  bare: true,
}

/** The route of a path, without its query; the Not Found page for any other. */
export function routeOf(path: string): AppRoute {
  return APP_ROUTES.find((route) => matches(route.path, path)) ?? NOT_FOUND
}

/** Whether a path follows a pattern; ":name?" stands for one part that may be absent. */
export function matches(pattern: string, path: string): boolean {
  const source = pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`, 'i').test(path)
}

function arbitrage(path: string, title: string, file: string): AppRoute {
  return { path, title, page: page(`arbitrage/${file}`), place: '/arbitrage', bare: true }
}
