import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/operators',
    title: 'operators:title',
    may: 'see',
    load: async () => (await import('./OperatorsScreen.tsx')).OperatorsScreen,
    nav: { group: 'console', order: 20, icon: 'shield' },
  },
]
