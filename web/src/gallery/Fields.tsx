import { useState } from 'react'
import { CopyRow } from '../ui/CopyRow.tsx'
import { Field } from '../ui/Field.tsx'
import { FieldAction } from '../ui/FieldAction.tsx'
import { NumberPad } from '../ui/NumberPad.tsx'
import { NumericField } from '../ui/NumericField.tsx'
import { PasteAction } from '../ui/PasteAction.tsx'
import { Part } from './Part.tsx'

/** What is typed into. */
export function Fields() {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
  const [amount, setAmount] = useState('250')
  const [pad, setPad] = useState('12.5')
  return (
    <>
      <Part name="Field, NumericField">
        <Field
          label="Name"
          value={name}
          onChange={setName}
          hint="As on your identity card"
          placeholder="Full name"
          autoComplete="name"
        />
        <Field
          label="Address"
          value={address}
          onChange={setAddress}
          mono
          error="This address belongs to another network"
          actions={<PasteAction onPaste={setAddress} />}
        />
        <NumericField
          label="Amount"
          aside="Available 10,000.00 USDT"
          value={amount}
          onChange={setAmount}
          suffix="USDT"
          actions={<FieldAction onClick={() => setAmount('10000')}>Max</FieldAction>}
        />
      </Part>
      <Part name="CopyRow">
        <CopyRow value={address} shown="0x71C7656EC7ab8…1f6d8976F2B1c94" />
      </Part>
      <Part name="NumberPad">
        <output className="text-center text-34 font-medium" aria-label="Amount on the pad">
          {pad || '0'}
        </output>
        <NumberPad label="Amount" value={pad} onChange={setPad} decimals={2} />
      </Part>
    </>
  )
}
