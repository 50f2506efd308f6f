import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/rules',
    title: 'rules:title',
    may: 'see',
    load: async () => (await import('./RulesScreen.tsx')).RulesScreen,
    nav: { group: 'house', order: 40, icon: 'sliders' },
  },
]
