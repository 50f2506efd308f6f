import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'overview:title',
    may: 'see',
    load: async () => (await import('./OverviewScreen.tsx')).OverviewScreen,
    nav: { group: 'house', order: 10, icon: 'markets' },
  },
]
