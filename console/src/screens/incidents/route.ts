import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/incidents',
    title: 'incidents:title',
    may: 'see',
    load: async () => (await import('./IncidentsScreen.tsx')).IncidentsScreen,
    nav: { group: 'house', order: 20, icon: 'warning' },
  },
]
