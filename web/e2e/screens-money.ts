import { paidOut } from './cash'
import { anyClaim, overdueInvoice, waitingDeposit } from './money'
import { dialog, type Screen, title } from './screen'

/** Screens of wallets, deposits, claims and invoices. */
export const MONEY_SCREENS: Record<string, Screen> = {
  'own wallet': {
    who: 'client',
    path: '/wallet',
    // The sections stand before the rows of the last one have come.
    shows: (page) => page.locator('[data-row]').last(),
  },
  'funds to add': {
    who: 'client',
    inEnglish: true,
    path: '/wallet',
    open: (page) => page.getByRole('button', { name: 'Add funds' }).click(),
    shows: dialog('Add funds'),
  },
  wallets: { who: 'admin', path: '/wallets', shows: title(/Wallets|Carteiras|Billeteras|钱包/) },
  'wallet of a client': {
    who: 'admin',
    path: async (page) => `/clients/${(await waitingDeposit(page)).client_id}?tab=wallet`,
    shows: (page) => page.getByRole('tabpanel').locator('section').last(),
  },
  'wallet of a client without its page': {
    who: 'admin',
    path: async (page) => `/wallets/${(await waitingDeposit(page)).client_id}`,
    shows: (page) => page.getByRole('main').locator('section').last(),
  },
  documents: { who: 'client', path: '/documents', shows: title(/Documents|Documentos|单据/) },
  deposits: { who: 'admin', path: '/deposits', shows: title(/Deposits|Depósitos|充值/) },
  'a deposit': {
    who: 'admin',
    path: async (page) => `/deposits/${(await waitingDeposit(page)).id}`,
    shows: (page) => page.getByRole('main').locator('section').last(),
  },
  claims: {
    who: 'admin',
    path: '/claims?status=all',
    shows: title(/^Claims$|^Sinistros$|^Reclamaciones$|^索赔$/),
  },
  'own claims': {
    who: 'client',
    path: '/claims?status=all',
    shows: title(/^Claims$|^Sinistros$|^Reclamaciones$|^索赔$/),
  },
  'a claim': {
    who: 'admin',
    path: async (page) => `/claims/${await anyClaim(page)}`,
    shows: (page) => page.getByRole('main').locator('section').last(),
  },
  'payouts of cash on delivery': {
    who: 'admin',
    where: 'atlantico',
    path: '/cod-payouts',
    shows: title(
      /^Cash on delivery payouts$|^Repasses da cobrança na entrega$|^Pagos del cobro contra entrega$|^代收货款结付$/,
    ),
  },
  'a payout of cash on delivery': {
    who: 'admin',
    where: 'atlantico',
    path: async (page) => `/cod-payouts/${await paidOut(page)}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: /O-/ }),
  },
  invoices: { who: 'admin', path: '/invoices', shows: (page) => page.locator('[data-row]').last() },
  'new invoice': {
    who: 'admin',
    path: '/invoices/new',
    shows: (page) => page.locator('fieldset').last(),
  },
  'an invoice': {
    who: 'admin',
    path: async (page) => `/invoices/${await overdueInvoice(page)}`,
    shows: (page) => page.locator('article'),
  },
  'own invoices': {
    who: 'client',
    path: '/invoices',
    shows: (page) => page.locator('[data-row]').last(),
  },
}
