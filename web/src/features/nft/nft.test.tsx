import { expect, test, vi } from 'vitest'
import { drawn } from '../../app/drawn.testing.tsx'
import { NftOrdersPage } from './NftOrdersPage.tsx'
import { NftPage } from './NftPage.tsx'
import { NftShopPage } from './NftShopPage.tsx'
import { NftTasksPage } from './NftTasksPage.tsx'

test('the page about NFTs explains what they are, cost and hide', async () => {
  expect(await drawn(<NftPage />, '/nft')).toBe(
    [
      'Back | NFTs',
      'What an NFT is, what it is not, and how to look at one before paying for it. Nothing is sold here.',
      'An entry in a public ledger',
      'A ledger of numbers and the addresses that hold them. One line points to a picture outside the ledger.',
      'Number | Holder | 1040 | 0x3f…a9 | 1041 | 0x8a…17 | 1042 | 0xc4…5e | Picture',
      'An NFT is one numbered entry in a contract on a blockchain. It says which address holds that number. Anyone can read it, and only the holder’s signature can pass it on.',
      'What it is not | ✕',
      'Not the picture. That is a file; the entry only points to it, and anyone can copy the file. | ✕',
      'Not the copyright. It stays with whoever made the work, unless a licence says otherwise. | ✕',
      'Not proof of origin. Anyone can make an entry for a picture that is not theirs. | ✕',
      'Not a share and not savings. It pays nothing and is worth what the next buyer gives, which may be nothing.',
      'Owning it and being allowed to use it',
      'You own the entry. What you may do with the picture stands in the licence: look at it, print it, sell prints of it, or nothing of that. Without a licence, assume that you may only look.',
      'See who grants the licence, whether it ends when you sell, and whether it can be changed later.',
      'Where the picture lies | The entry leads to a description, and the description to the picture.',
      'Entry | Description | Picture',
      'The entry holds an address, the address leads to a description, the description leads to the picture. Each step can break.',
      'In the chain itself | Lasts as long as the chain. Costly, so it is rare and small.',
      'In a shared network, under its hash',
      'Cannot be swapped unnoticed. Lasts as long as somebody keeps a copy. | On somebody’s server',
      'Can be changed or switched off at any time. | What it costs besides the price | –',
      'A network fee for every step, even for one that fails. | –',
      'The marketplace’s cut when you sell. | –',
      'A share for the maker at each resale, where the marketplace takes it. | –',
      'The gap between what you pay and what anybody would pay you today. | How people lose theirs | ✕',
      'A free gift that needs a signature. “Approval for all” hands over a whole collection at once.',
      '✕ | A copy of a known collection: the same name and pictures, another contract. | ✕',
      'A page or a helper that asks for your seed phrase. Nobody who helps you needs it. | ✕',
      'Sales to oneself, so that a price looks like demand. | How to check one | 1',
      'Take the contract’s address from the maker’s own site, not from a search or a message. | 2',
      'Open it in a block explorer: the same address, the same number, made by whom and when. | 3',
      'Open the description and see where the picture lies. | 4 | Read the licence. | 5',
      'Look at past sales, and whether the same few addresses buy from each other. | 6',
      'Ask what it would fetch today, after all fees. | START | NFT pages | (chosen) | Home | Shop',
      'Tasks | Orders',
    ].join(' | '),
  )
})

test('the shop judges by six questions, each with a good and a bad sign', async () => {
  expect(await drawn(<NftShopPage />, '/nft/shop')).toBe(
    [
      'Back | Shop | An empty shelf. | Nothing is for sale here',
      'Tickmark sells no NFTs, takes no listings and earns nothing from them. Whoever offers you one in our name is not us.',
      'Six questions to an offer elsewhere | 1 | Who made it? | Good sign',
      'The maker’s own site names this contract. | Warning sign | Only the seller says so. | 2',
      'What do I get? | Good sign | A licence that you can read and that passes on with the entry.',
      'Warning sign | “Full ownership”, and no text. | 3 | Where is the picture? | Good sign',
      'In the chain, or under its hash. | Warning sign | At an address that somebody can change. | 4',
      'Why this price? | Good sign | Several past buyers who have nothing to do with each other.',
      'Warning sign | A countdown, a “last chance”, a promised rise. | 5 | What does it cost in all?',
      'Good sign | Fee, cut and maker’s share are shown before you sign. | Warning sign',
      'They only appear in the wallet. | 6 | What do I sign? | Good sign',
      'One purchase, one amount, one address. | Warning sign',
      'An approval for everything, or a text that you cannot read.',
      'If one answer is missing, wait. A sound offer is still there tomorrow. | NFT pages | Home',
      '(chosen) | Shop | Tasks | Orders',
    ].join(' | '),
  )
})

test('the orders tell what to keep, and what to do after a theft', async () => {
  expect(await drawn(<NftOrdersPage />, '/nft/orders')).toBe(
    [
      'Back | Orders | There are no NFT orders',
      'Nothing is sold here, so nothing can be ordered. Your up and down orders are somewhere else.',
      'My up and down orders | What to keep from a purchase elsewhere',
      'A shop’s page does not last. These lines do, and together they show what you bought. | Sample',
      'Contract | 0x5af0…d2c1 | Number | 1041 | Transaction | 0x91b7…04ee',
      'Price, and its worth that day | 0.08 ETH · 281.46 USDT | Fees paid | 0.0031 ETH | Licence',
      'Text, saved with its date | Picture | Address and hash',
      'You need them for taxes, in a dispute, and to show a later buyer where it came from.',
      'If something was taken from you | 1',
      'Withdraw all approvals of that address in a block explorer. | 2',
      'Move what is left to a new address with a new seed phrase. | 3',
      'Report it to the marketplace and to the police, with the transaction.',
      'Nobody can undo a transfer. Whoever offers to, for a fee, is the next fraud. | NFT pages | Home',
      'Shop | Tasks | (chosen) | Orders',
    ].join(' | '),
  )
})

test.each<[kept: string | null, done: number, told: string]>([
  [null, 0, '0 of 6 done | 0 of 6 done | 0%'],
  ['{', 0, '0 of 6 done | 0 of 6 done | 0%'],
  ['["licence","x"]', 1, '1 of 6 done | 1 of 6 done | 17%'],
  [
    '["explorer","description","place","licence","sales","approval"]',
    6,
    'All done. You now look closer than most buyers do. | 6 of 6 done | 100%',
  ],
])('with %s kept, %i exercises are done', async (kept, done, told) => {
  vi.stubGlobal('localStorage', { getItem: () => kept })
  const text = await drawn(<NftTasksPage />, '/nft/tasks')
  expect(text).toContain(`| ${told} |`)
  expect(text.match(/\(chosen\) \|/g)).toHaveLength(done + 1)
  expect(text.includes('| Start over')).toBe(done > 0)
})
