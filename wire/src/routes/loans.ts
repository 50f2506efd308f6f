import * as z from 'zod/mini'
import { BALANCES } from '../balances.ts'
import { route } from '../call.ts'
import { decimal, uuid, whole } from '../fields.ts'
import { loanItem, loanPicture, loanPurpose, identityState, instalmentItem } from '../schemas/loans.ts'
import { consentRefusals, signedText } from '../schemas/signedText.ts'

const LISTS = ['loanApplyList', 'loanOrderList', 'getLoanDraft'] as const
/** A text as typed. A draft keeps it unchanged; only the agreement checks whether it is complete. */
const typed = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** Reasons that keep a user from applying at all. */
const NOT_NOW = ['loan_account_simulated', 'loan_open', 'on_break', 'excluded', 'loans_closed'] as const
const INCOMPLETE = [
  'loan_name_invalid',
  'loan_phone_invalid',
  'loan_address_invalid',
  'loan_id_number_invalid',
  'loan_amount_invalid',
  'loan_amount_outside',
  'loan_instalments_invalid',
  'loan_picture_missing',
] as const

export const loanRoutes = {
  loanUpload: route({
    method: 'POST',
    path: '/api/loanUpload',
    summary:
      'Takes a photo of an identity card or a drawn signature, JPG or PNG of at most 6,291,456 bytes, as the bare body. It is drawn anew without its metadata and encrypted.',
    who: 'user',
    picture: true,
    rate: 'upload',
    input: z.object({ purpose: loanPurpose }),
    reply: loanPicture,
    refusals: ['picture_invalid', 'picture_too_large', ...NOT_NOW],
  }),
  getLoanDraft: route({
    method: 'GET',
    path: '/api/getLoanDraft',
    summary: 'The own draft of an application, and what stands in the way of a new one.',
    who: 'user',
    isPrivate: true,
    reply: z.object({
      draft: z.nullable(
        z.object({
          name: z.string(),
          phone: z.string(),
          homeAddress: z.string(),
          /** All but the last four characters are masked by •; empty when none was typed. */
          idNumber: z.string(),
          amount: z.string(),
          instalments: z.string(),
          front: z.nullable(loanPicture),
          back: z.nullable(loanPicture),
          /** Ms since 1970: when the draft and its pictures are deleted. */
          until: z.int(),
          /** The change that a reviewer asked for; null without one. */
          asked: z.nullable(z.string()),
        }),
      ),
      /** The code of the refusal that a new application would get, with its text; null when there is none. */
      blocked: z.nullable(z.object({ code: z.enum(NOT_NOW), message: z.string() })),
      /** Kind of review: the simulated reviewer's rules, or people. */
      reviewer: z.enum(['simulated', 'people']),
    }),
  }),
  saveLoanDraft: route({
    method: 'POST',
    path: '/api/saveLoanDraft',
    summary: 'Keeps what was typed so far, for 24 hours. A field that is absent stays as it is.',
    who: 'user',
    refreshes: ['getLoanDraft'],
    input: z.object({
      name: typed(120),
      phone: typed(40),
      /** Not `address`, which is a request's claim about its wallet. */
      homeAddress: typed(300),
      idNumber: typed(40),
      amount: typed(40),
      instalments: typed(4),
      /** Null removes the photo. */
      front: z.optional(z.nullable(uuid)),
      back: z.optional(z.nullable(uuid)),
    }),
    reply: z.object({ draftId: uuid, until: z.int() }),
    refusals: ['file_unknown', ...NOT_NOW],
  }),
  writeLoanAgreement: route({
    method: 'POST',
    path: '/api/writeLoanAgreement',
    summary:
      'The agreement over the own draft, with dates by the server; to be signed within an hour. A new one replaces it.',
    who: 'user',
    isPrivate: true,
    reply: z.object({
      /** The facts of core's `Agreement` except the drawing; the page makes the text itself. */
      application: uuid,
      site: z.string(),
      borrower: z.string(),
      amount: decimal,
      instalments: z.int(),
      writtenAt: z.int(),
      details: z.string(),
      /** SHA-256 (hex) of the two stored photos. */
      front: z.string(),
      back: z.string(),
      /** The details behind the hash `details`, as they will be kept, and the salt (hex). */
      named: z.object({ name: z.string(), phone: z.string(), address: z.string(), idNumber: z.string() }),
      salt: z.string(),
      /** Ms since 1970. */
      signBefore: z.int(),
    }),
    refusals: [...NOT_NOW, ...INCOMPLETE],
  }),
  loanApply: route({
    method: 'POST',
    path: '/api/loanApply',
    summary: 'Submits the signed agreement. The server takes nothing but these three fields from the page.',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, ...LISTS],
    input: z.object({
      application: uuid,
      /** The drawn signature, as `loanUpload` took it. */
      drawing: uuid,
      /** The wallet's signature over the agreement's text, 65 bytes as 0x-hexadecimal. */
      signature: z.string().check(z.maxLength(140)),
    }),
    reply: z.object({ message: z.string(), id: uuid }),
    refusals: [...NOT_NOW, ...INCOMPLETE, 'file_unknown', 'agreement_expired', 'agreement_signature_wrong'],
  }),
  withdrawLoan: route({
    method: 'POST',
    path: '/api/withdrawLoan',
    summary: 'Takes back an application that nobody has decided yet.',
    who: 'user',
    refreshes: LISTS,
    input: z.object({ applyId: uuid }),
    reply: z.object({ message: z.string() }),
    refusals: ['loan_unknown', 'loan_decided'],
  }),
  loanApplyList: route({
    method: 'POST',
    path: '/api/loanApplyList',
    summary: 'Own applications and loans, newest first, and the state of the own identity check.',
    who: 'user',
    changes: false,
    reply: z.object({
      list: z.array(loanItem),
      identity: z.object({ state: identityState, reason: z.nullable(z.string()) }),
    }),
  }),
  loanOrderList: route({
    method: 'POST',
    path: '/api/loanOrderList',
    summary: 'The schedule of an own loan.',
    who: 'user',
    changes: false,
    input: z.object({ applyId: uuid }),
    reply: z.object({
      apply: z.object({
        id: uuid,
        totalAmount: decimal,
        instalments: z.int(),
        paid: z.int(),
        state: whole(0, 3),
        /** Ms since 1970: when the money arrived. */
        startedAt: z.int(),
        /** YYYY-MM-DD. */
        termEnds: z.string(),
        lateFee: z.object({
          /** The late fee's amount, charged or not. */
          amount: decimal,
          state: z.enum(['none', 'owed', 'paid']),
          /** Ms since 1970: when it was charged. */
          at: z.nullable(z.int()),
          /** Ms since 1970: the earliest time at which the oldest unpaid instalment costs the late fee; null once charged. */
          from: z.nullable(z.int()),
        }),
        /** The total still to be paid. */
        owed: decimal,
      }),
      orders: z.array(instalmentItem),
    }),
    refusals: ['loan_unknown'],
  }),
  repayLoan: route({
    method: 'POST',
    path: '/api/repayLoan',
    summary:
      'Pays the late fee if one is owed, and the oldest unpaid instalments, from the real wallet. A session with a key signs it ({consent}).',
    who: 'user',
    money: true,
    refreshes: [...BALANCES, ...LISTS],
    input: z.object({
      applyId: uuid,
      /** Number of instalments, or all remaining ones if fewer; 0 pays only the late fee. */
      instalments: whole(0, 12),
      /** The total owed that the user saw; if it has changed, nothing is paid. */
      owed: decimal,
      consent: z.optional(signedText),
    }),
    reply: z.object({ message: z.string(), paid: decimal, left: decimal }),
    refusals: [
      'loan_unknown',
      'loan_not_running',
      'loan_repaid',
      'loan_sum_changed',
      'insufficient_funds',
      ...consentRefusals,
    ],
  }),
  getLoanFile: route({
    method: 'GET',
    path: '/api/getLoanFile',
    summary: 'The sealed agreement of an own application: its facts, drawn and wallet signature.',
    who: 'user',
    isPrivate: true,
    input: z.object({ applyId: uuid }),
    reply: z.object({ file: z.unknown() }),
    refusals: ['loan_unknown'],
  }),
}
