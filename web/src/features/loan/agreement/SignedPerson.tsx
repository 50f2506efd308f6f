import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import type { Details } from '@tickmark/core/loans/details'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'

/** The borrower, as hashed in the agreement. */
export interface Person {
  details: Details
  front: Blob
  back: Blob
}

/** The signed details and photos: exactly the bytes whose hashes this page has compared. */
export function SignedPerson({ person }: { person: Person }) {
  const { t } = useTranslation('loans')
  const { name, phone, address, idNumber } = person.details
  return (
    <section aria-label={t('person.title')} className="pt-5">
      <h3 className="pb-1 text-13 font-semibold">{t('person.title')}</h3>
      <Ledger>
        <LedgerRow label={t('person.name')}>{name}</LedgerRow>
        <LedgerRow label={t('field.phone')}>
          <bdi dir="ltr">{phone}</bdi>
        </LedgerRow>
        <LedgerRow label={t('field.homeAddress')}>{address}</LedgerRow>
        <LedgerRow label={t('field.idNumber')}>
          <bdi dir="ltr">{idNumber}</bdi>
        </LedgerRow>
      </Ledger>
      <div className="grid grid-cols-2 gap-3 pt-3">
        <Photo blob={person.front} alt={t('photo.frontAlt')} />
        <Photo blob={person.back} alt={t('photo.backAlt')} />
      </div>
      <p className="pt-2 text-12 text-ink-2">{t('person.note')}</p>
    </section>
  )
}

function Photo({ blob, alt }: { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (image.current) image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={image} alt={alt} className="aspect-[1.586] w-full rounded-2 bg-well object-contain" />
}
