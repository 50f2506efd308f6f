import { describe } from 'vitest'
import { standTheLooks } from '../support/standTheLooks.ts'

/** Those with the longest words. */
const scenes = [
  'home',
  'menu',
  'order sheet',
  'countdown',
  'income',
  'finished orders',
  'receipt',
  'settings',
  'wallet',
  'receive',
  'review of a withdrawal',
  'swap',
  'record of a withdrawal',
  'statement',
  'protection',
  'news',
  'article',
  'messages',
  'settings of messages',
  'price alert',
  'limits',
  'a limit',
  'share',
  'help',
  'guide, the margin',
  'NFTs',
  'NFT shop',
  'NFT tasks',
  'conversation about an order',
]

describe.each(['japanese', 'korean', 'chinese'] as const)('in %s', (language) => {
  standTheLooks({
    proves: '[MSG-02] ',
    language,
    width: 390,
    height: 844,
    only: scenes,
    axe: ['light'],
  })
})
