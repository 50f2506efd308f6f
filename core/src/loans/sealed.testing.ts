import { deflateSync, crc32 } from 'node:zlib'
import { messageHash, recoverAddress, signHash } from '../../../chainkit/src/signatures.ts'
import { base64Of } from '../base64.ts'
import { asciiBytes, concat, hexOf } from '../bytes.ts'
import type { WalletKind } from '../crypto.ts'
import { ONE } from '../money/money.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { agreementText, type Agreement } from './agreement.ts'
import { detailsHash, type Details } from './details.ts'
import { sealLoan, type SealedLoan } from './sealed.ts'

/** The terms that a borrower chooses before he signs. */
export interface Borrowed {
  number?: number
  wallet?: WalletKind
  facts?: Partial<Pick<Agreement, 'amount' | 'instalments' | 'writtenAtMs'>>
  person?: Details
}

const PERSON = {
  name: 'Zoë Müller 田中',
  phone: '4915112345678',
  address: '12 High Street, Sampletown',
  idNumber: 'X1234567890',
}

/** A sealed agreement; the same number gives the same wallet and application. */
export function sealedLoan({
  number = 1,
  wallet = 'evm',
  facts = {},
  person = PERSON,
}: Borrowed = {}): SealedLoan {
  const sign = (text: string) => walletSignature(number, text, wallet)
  const drawing = png(number)
  const salt = number.toString(16).padStart(64, '0')
  const agreement: Agreement = {
    site: 'https://tickmark.example',
    borrower: recoverAddress(messageHash('', wallet), sign(''), wallet) ?? '',
    application: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    amount: 1_200n * ONE,
    instalments: 12,
    writtenAtMs: Date.UTC(2026, 10, 23, 9, 30),
    details: detailsHash(person, salt, crypto.sha256),
    front: number.toString(16).padStart(64, 'f'),
    back: number.toString(16).padStart(64, 'b'),
    drawing: hexOf(crypto.sha256(drawing)),
    ...facts,
  }
  return sealLoan(agreement, {
    wallet,
    signature: sign(agreementText(agreement)),
    drawing: base64Of(drawing),
    details: { salt, ...person },
  })
}

/** The signature over a text by the wallet with this number. */
export function walletSignature(number: number, text: string, wallet: WalletKind = 'evm'): string {
  const secret = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  return `0x${hexOf(signHash(messageHash(text, wallet), secret))}`
}

/** A picture of one grey pixel (RFC 2083). */
function png(grey: number): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = concat(asciiBytes(name), data)
    return concat(number32(data.length), body, number32(crc32(body)))
  }
  return concat(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', concat(number32(1), number32(1), Uint8Array.of(8, 0, 0, 0, 0))),
    chunk('IDAT', deflateSync(Uint8Array.of(0, grey % 256))),
    chunk('IEND', new Uint8Array()),
  )
}

function number32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}
