import type { ScreenRoute } from '../../navigation/screenRoute.ts'

export const routes: readonly ScreenRoute[] = [
  {
    path: '/proposals',
    title: 'shell:nav.proposals',
    may: 'see',
    load: async () => (await import('./ProposalsScreen.tsx')).ProposalsScreen,
    nav: { group: 'console', order: 10, icon: 'repeat', queues: ['proposals'] },
  },
  {
    path: '/proposals/:id',
    title: 'shell:nav.proposals',
    may: 'see',
    load: async () => (await import('./ProposalScreen.tsx')).ProposalScreen,
  },
]
