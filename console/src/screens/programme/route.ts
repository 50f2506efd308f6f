import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/programme',
    title: 'programme:title',
    may: 'see',
    load: async () => (await import('./ProgrammeScreen.tsx')).ProgrammeScreen,
    nav: { group: 'money', order: 50, icon: 'arbitrage' },
  },
]
