import { isOtherAddress, parseAddressFile, type AddressFile } from '@tickmark/core/evidence/depositAddress'
import * as z from 'zod/mini'
import { openDeviceStore } from './deviceStore.ts'

const keptAddress = z.object({
  /** The account and the network. */
  name: z.string(),
  /** The house's statement, which this device has found sound. */
  file: z.looseObject({}),
  /** Ms since 1970. */
  keptAtMs: z.number(),
})

const place = { database: 'tickmark-addresses', store: 'addresses', keyPath: 'name' }
const addresses = openDeviceStore<z.output<typeof keptAddress>>(place, keptAddress, (one) => one.name)

/** Keeps a sound statement about a deposit address, the newest one of its account and network. */
export async function keepAddress(file: AddressFile): Promise<void> {
  const { account, network } = file.statement
  const name = `${account} ${network}`
  await addresses.change(name, () => ({ name, file: { ...file }, keptAtMs: Date.now() }))
}

/** The house's kept statements that cannot be true beside a new one. */
export async function addressesAgainst({ statement }: AddressFile): Promise<AddressFile[]> {
  const kept = (await addresses.all(Date.now())).flatMap(({ file }) => parseAddressFile(file) ?? [])
  return kept.filter((one) => isOtherAddress(one.statement, statement))
}
