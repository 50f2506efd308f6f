import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/chains',
    title: 'chains:title',
    may: 'see',
    load: async () => (await import('./ChainsScreen.tsx')).ChainsScreen,
    nav: { group: 'money', order: 40, icon: 'repeat', queues: ['haltedChains'] },
  },
  {
    path: '/deposits',
    title: 'chains:deposits',
    may: 'seeUsers',
    load: async () => (await import('./DepositsScreen.tsx')).DepositsScreen,
    nav: { group: 'money', order: 15, icon: 'receive' },
  },
]
