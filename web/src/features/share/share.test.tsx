import { expect, test } from 'vitest'
import { answered, asUser, asVisitor, drawn } from '../../app/drawn.testing.tsx'
import { Invited } from './Invited.tsx'
import { SharePage } from './SharePage.tsx'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const OWN = '0x12a4c3e5f6071829304152637485960718293a4b'

test('those who joined by a link are listed, the latest first', async () => {
  const list = [
    { address: OWN, joinedAt: AT },
    { address: OWN.replace('0x12', '0x99'), joinedAt: AT + 60_000 },
  ]
  expect(await drawn(<Invited list={list} />)).toBe(
    [
      'Joined by your link | Joined by your link | 2 | Joined by your link | 0x99a4…3a4b',
      'Nov 7, 2026, 21:05 | 0x12a4…3a4b | Nov 7, 2026, 21:04',
    ].join(' | '),
  )
  expect(await drawn(<Invited list={[]} />)).toBe(
    [
      'Joined by your link | Joined by your link | Nobody yet',
      'Whoever joins by your link or code appears here with the time. | Joined by your link',
    ].join(' | '),
  )
})

test('the page shows a user’s code and link, with the path that it leads to', async () => {
  asVisitor()
  expect(await drawn(<SharePage />, '/share')).toBe(
    [
      'Back | Share | Send your link to a friend. Whoever joins by it is listed here.',
      'Inviting earns nothing, neither you nor your friend: we pay nobody for bringing people in.',
      'Your invite code | Join to get a code and a link of your own. | Join',
    ].join(' | '),
  )
  asUser()
  answered('modify_user', {}, { myCode: 'ABC123', invited: [] })
  expect(await drawn(<SharePage />, '/share')).toBe(
    [
      'Back | Share | Send your link to a friend. Whoever joins by it is listed here.',
      'Inviting earns nothing, neither you nor your friend: we pay nobody for bringing people in.',
      'QR code of your link | Your code | Your code | ABC123 | Copy | Your link | Your link',
      'https://tickmark.example/?code=ABC123 | Copy | Joined by your link | Joined by your link',
      'Nobody yet | Whoever joins by your link or code appears here with the time.',
      'Joined by your link',
    ].join(' | '),
  )
  expect(await drawn(<SharePage />, '/share/%2Fbusiness%3Fpid%3D7')).toBe(
    [
      'Back | Share | Send your link to a friend. Whoever joins by it is listed here.',
      'Inviting earns nothing, neither you nor your friend: we pay nobody for bringing people in.',
      'QR code of your link | Your code | Your code | ABC123 | Copy | Your link | Your link',
      'https://tickmark.example/business?pid=7&code=ABC123 | Copy | It opens /business?pid=7',
      'Joined by your link | Joined by your link | Nobody yet',
      'Whoever joins by your link or code appears here with the time. | Joined by your link',
    ].join(' | '),
  )
})
