import type { InboxTexts } from './text.ts'

export const japanese: InboxTexts = {
  words: {
    book: { real: 'リアル口座', simulated: 'シミュレーション口座' },
  },
  kinds: {
    welcome: {
      title: 'Tickmarkへようこそ',
      text: '口座の準備ができました。注文の仕組み、勝つ確率、失う可能性のある金額を短いガイドでご確認いただけます。',
    },
    deposit_credited: {
      title: '入金が反映されました',
      text: '{network}経由で{amount} {currency}が届き、口座に反映されました。',
    },
    withdrawal_sent: {
      title: '出金を送信しました',
      text: '{network}経由で{amount} {currency}を送信しました。ネットワークで承認されると完了します。',
    },
    withdrawal_final: {
      title: '出金が完了しました',
      text: '{network}経由の{amount} {currency}の出金が、ネットワークで承認されました。',
    },
    withdrawal_returned: {
      title: '出金は行われず、返金されました',
      text: '{network}経由の{amount} {currency}の出金は行われませんでした。金額と手数料は口座に戻っています。理由は履歴でご確認ください。',
    },
    order_settled: {
      title: '{pair} {side}：{net} {currency}',
      text: 'ご不在の間に注文が決済されました（{book}）。受領書は注文一覧にあります。',
    },
    orders_settled: {
      title: '{count}件の注文が決済されました',
      text: 'ご不在の間に{count}件の注文が決済されました（{book}）。合計：{net}',
    },
    alert_fired: {
      title: '{coin}が{level} USDTに達しました',
      text: '価格は{price} USDTでした。このアラートは役目を終えました。',
    },
    support_replied: {
      title: 'サポートから返信があります',
      text: 'お問い合わせに新しい返信が届きました。サポートが秘密鍵やシードフレーズ、お支払いを求めることはありません。',
    },
    friend_joined: {
      title: 'お友だちが参加しました',
      text: '{address}さんが、あなたの招待コードで参加しました。',
    },
    authenticator_reset: {
      title: '認証アプリのリセットが申請されました',
      text: '認証アプリは{until}に自動的にオフになります。\nお心当たりがない場合は、今すぐ「出金の保護」でコードまたはリカバリーコードを入力し、オンのままにしてください。',
    },
    authenticator_off: {
      title: '認証アプリがオフになりました',
      text: '今後の出金ではコードを求められません。\nお心当たりがない場合は、ほかのセッションを終了し、サポートへご連絡ください。',
    },
    address_added: {
      title: '出金先アドレスが追加されました',
      text: '{address}がアドレス帳に追加されました。\nお心当たりがない場合は、このアドレスを削除し、ほかのセッションを終了してください。',
    },
    hold_begun: {
      title: '出金のセキュリティ保留',
      text: 'まだ署名されていない出金は、最長で{until}まで保留されます。その後、保留は自動的に解除されます。理由はサポートにお尋ねください。',
    },
  },
}
