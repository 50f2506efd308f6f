import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/orders',
    title: 'orders:title',
    may: 'seeUsers',
    load: async () => (await import('./OrdersScreen.tsx')).OrdersScreen,
    nav: { group: 'people', order: 20, icon: 'orders' },
  },
  {
    path: '/orders/:id',
    title: 'orders:title',
    may: 'seeUsers',
    load: async () => (await import('./OrderScreen.tsx')).OrderScreen,
  },
]
