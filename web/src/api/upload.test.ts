import { ROUTES } from '@tickmark/wire/routes/all'
import { encodeInput } from '@tickmark/wire/legacy/codec'
import { afterEach, expect, test, vi } from 'vitest'
import { asUser, asVisitor } from '../app/drawn.testing.tsx'
import { isSignedIn, keepLanguage, setBook } from '../session/session.ts'
import { showFailuresBy } from './failures.ts'
import { upload, uploadForLoan } from './upload.ts'

afterEach(() => {
  keepLanguage('english')
  vi.unstubAllGlobals()
})

/** A server that gives each picture the same answer; `sent` are the addresses. */
function serverWith(answer: object): string[] {
  const sent: string[] = []
  vi.stubGlobal('XMLHttpRequest', function Toy() {
    const request = {
      upload: {},
      responseText: JSON.stringify(answer),
      onload() {},
      open: (_: string, address: string) => void sent.push(address),
      setRequestHeader() {},
      send: () => queueMicrotask(() => request.onload()),
    }
    return request
  })
  return sent
}

const PICTURE = new Blob(['x'], { type: 'image/png' })
const claimsOf = (address = '') => Object.fromEntries(new URLSearchParams(address.split('?')[1]))

test('a picture goes with address, account and language, and one of a loan with what it shows', async () => {
  const sent = serverWith({ status: 400, code: 'no', message: 'No.' })
  asUser(0)
  setBook(0)
  keepLanguage('korean')
  await upload(PICTURE).catch(() => {})
  expect(sent[0]?.split('?')[0]).toBe(ROUTES.upload.path)
  const own = { address: '0x12a4c3e5f6071829304152637485960718293a4b', book: '0', language: 'korean' }
  expect(claimsOf(sent[0])).toEqual(encodeInput('upload', own))
  await uploadForLoan({ kind: 'front' } as never, PICTURE).catch(() => {})
  expect(sent[1]?.split('?')[0]).toBe(ROUTES.loanUpload.path)
  expect(claimsOf(sent[1])).toEqual(encodeInput('loanUpload', { ...own, kind: 'front' }))
})

test.each([
  ['sign_in_first', false],
  ['too_large', true],
])(
  'after the refusal %s of a picture the session stands: %s; only the caller tells',
  async (code, stands) => {
    asVisitor()
    asUser()
    const told: string[] = []
    showFailuresBy({ show: (message) => told.push(message), askToJoin: () => told.push('join') })
    serverWith({ status: 401, code, message: 'No.' })
    await expect(upload(PICTURE)).rejects.toMatchObject({ code, message: 'No.' })
    expect([isSignedIn(), told]).toEqual([stands, []])
  },
)
