import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/treasury',
    title: 'treasury:title',
    may: 'see',
    load: async () => (await import('./TreasuryScreen.tsx')).TreasuryScreen,
    nav: { group: 'money', order: 30, icon: 'wallet' },
  },
]
