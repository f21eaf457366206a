import 'i18next'
import type codes from '../../openapi/messages/en.json'
import type account from './locales/en/account.json'
import type activity from './locales/en/activity.json'
import type addressBook from './locales/en/address-book.json'
import type advancedPosts from './locales/en/advanced-posts.json'
import type airports from './locales/en/airports.json'
import type apiReference from './locales/en/api-reference.json'
import type apiTokens from './locales/en/api-tokens.json'
import type audit from './locales/en/audit.json'
import type bags from './locales/en/bags.json'
import type bankDetails from './locales/en/bank-details.json'
import type banks from './locales/en/banks.json'
import type breakBags from './locales/en/break-bags.json'
import type buyingRequests from './locales/en/buying-requests.json'
import type calculator from './locales/en/calculator.json'
import type cargoMessages from './locales/en/cargo-messages.json'
import type carrierHandovers from './locales/en/carrier-handovers.json'
import type carrierLabels from './locales/en/carrier-labels.json'
import type carrierLinks from './locales/en/carrier-links.json'
import type cashHandovers from './locales/en/cash-handovers.json'
import type claims from './locales/en/claims.json'
import type clientBalance from './locales/en/client-balance.json'
import type clientGroups from './locales/en/client-groups.json'
import type clientMerge from './locales/en/client-merge.json'
import type clients from './locales/en/clients.json'
import type codPayouts from './locales/en/cod-payouts.json'
import type common from './locales/en/common.json'
import type connections from './locales/en/connections.json'
import type countries from './locales/en/countries.json'
import type currencies from './locales/en/currencies.json'
import type dashboard from './locales/en/dashboard.json'
import type deliveries from './locales/en/deliveries.json'
import type deposits from './locales/en/deposits.json'
import type documentLayouts from './locales/en/document-layouts.json'
import type documentTypes from './locales/en/document-types.json'
import type documents from './locales/en/documents.json'
import type domains from './locales/en/domains.json'
import type exchangeRates from './locales/en/exchange-rates.json'
import type faq from './locales/en/faq.json'
import type faqSettings from './locales/en/faq-settings.json'
import type featureFlags from './locales/en/feature-flags.json'
import type field from './locales/en/field.json'
import type fuelRates from './locales/en/fuel-rates.json'
import type imports from './locales/en/imports.json'
import type inboundParcels from './locales/en/inbound-parcels.json'
import type indications from './locales/en/indications.json'
import type inventories from './locales/en/inventories.json'
import type invoiceNew from './locales/en/invoice-new.json'
import type invoices from './locales/en/invoices.json'
import type labels from './locales/en/labels.json'
import type listExport from './locales/en/list-export.json'
import type locales from './locales/en/locales.json'
import type manifests from './locales/en/manifests.json'
import type masters from './locales/en/masters.json'
import type messenger from './locales/en/messenger.json'
import type notificationChoices from './locales/en/notification-choices.json'
import type notifications from './locales/en/notifications.json'
import type packages from './locales/en/packages.json'
import type partners from './locales/en/partners.json'
import type party from './locales/en/party.json'
import type partyDocuments from './locales/en/party-documents.json'
import type partyRecords from './locales/en/party-records.json'
import type pickLists from './locales/en/pick-lists.json'
import type pickups from './locales/en/pickups.json'
import type portal from './locales/en/portal.json'
import type priceAssignments from './locales/en/price-assignments.json'
import type priceGrid from './locales/en/price-grid.json'
import type priceLines from './locales/en/price-lines.json'
import type priceParts from './locales/en/price-parts.json'
import type priceSimulation from './locales/en/price-simulation.json'
import type priceTables from './locales/en/price-tables.json'
import type processes from './locales/en/processes.json'
import type profiles from './locales/en/profiles.json'
import type providers from './locales/en/providers.json'
import type purchases from './locales/en/purchases.json'
import type quotes from './locales/en/quotes.json'
import type receiving from './locales/en/receiving.json'
import type register from './locales/en/register.json'
import type regulatory from './locales/en/regulatory.json'
import type regulatoryRequests from './locales/en/regulatory-requests.json'
import type repacks from './locales/en/repacks.json'
import type reportSchedules from './locales/en/report-schedules.json'
import type reports from './locales/en/reports.json'
import type reviews from './locales/en/reviews.json'
import type reweighs from './locales/en/reweighs.json'
import type routes from './locales/en/routes.json'
import type scan from './locales/en/scan.json'
import type serviceGroups from './locales/en/service-groups.json'
import type services from './locales/en/services.json'
import type settings from './locales/en/settings.json'
import type settingsRules from './locales/en/settings-rules.json'
import type shell from './locales/en/shell.json'
import type shipmentBulk from './locales/en/shipment-bulk.json'
import type shipmentConfirm from './locales/en/shipment-confirm.json'
import type shipmentForm from './locales/en/shipment-form.json'
import type shipmentPayment from './locales/en/shipment-payment.json'
import type shipmentStatus from './locales/en/shipment-status.json'
import type shipmentTransports from './locales/en/shipment-transports.json'
import type shipmentWizard from './locales/en/shipment-wizard.json'
import type shipments from './locales/en/shipments.json'
import type shops from './locales/en/shops.json'
import type shortcuts from './locales/en/shortcuts.json'
import type signIn from './locales/en/sign-in.json'
import type stockItems from './locales/en/stock-items.json'
import type stockPlaces from './locales/en/stock-places.json'
import type stocks from './locales/en/stocks.json'
import type subsidiaries from './locales/en/subsidiaries.json'
import type taxRules from './locales/en/tax-rules.json'
import type taxTry from './locales/en/tax-try.json'
import type taxes from './locales/en/taxes.json'
import type ticketMails from './locales/en/ticket-mails.json'
import type ticketSettings from './locales/en/ticket-settings.json'
import type tickets from './locales/en/tickets.json'
import type tour from './locales/en/tour.json'
import type tracking from './locales/en/tracking.json'
import type trackingEvents from './locales/en/tracking-events.json'
import type uploads from './locales/en/uploads.json'
import type users from './locales/en/users.json'
import type wallet from './locales/en/wallet.json'
import type warehouses from './locales/en/warehouses.json'
import type waybillRanges from './locales/en/waybill-ranges.json'
import type waybills from './locales/en/waybills.json'
import type webhooks from './locales/en/webhooks.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      activity: typeof activity
      'address-book': typeof addressBook
      'advanced-posts': typeof advancedPosts
      audit: typeof audit
      'bank-details': typeof bankDetails
      banks: typeof banks
      bags: typeof bags
      inventories: typeof inventories
      'pick-lists': typeof pickLists
      'buying-requests': typeof buyingRequests
      purchases: typeof purchases
      'stock-items': typeof stockItems
      'stock-places': typeof stockPlaces
      stocks: typeof stocks
      'break-bags': typeof breakBags
      calculator: typeof calculator
      'cargo-messages': typeof cargoMessages
      'carrier-handovers': typeof carrierHandovers
      'carrier-labels': typeof carrierLabels
      'carrier-links': typeof carrierLinks
      claims: typeof claims
      'client-balance': typeof clientBalance
      'client-groups': typeof clientGroups
      'client-merge': typeof clientMerge
      clients: typeof clients
      codes: typeof codes
      common: typeof common
      airports: typeof airports
      connections: typeof connections
      countries: typeof countries
      currencies: typeof currencies
      dashboard: typeof dashboard
      deliveries: typeof deliveries
      deposits: typeof deposits
      documents: typeof documents
      domains: typeof domains
      'document-layouts': typeof documentLayouts
      'document-types': typeof documentTypes
      'exchange-rates': typeof exchangeRates
      faq: typeof faq
      'faq-settings': typeof faqSettings
      'feature-flags': typeof featureFlags
      field: typeof field
      'fuel-rates': typeof fuelRates
      imports: typeof imports
      'inbound-parcels': typeof inboundParcels
      'invoice-new': typeof invoiceNew
      indications: typeof indications
      invoices: typeof invoices
      locales: typeof locales
      labels: typeof labels
      'list-export': typeof listExport
      manifests: typeof manifests
      masters: typeof masters
      messenger: typeof messenger
      'notification-choices': typeof notificationChoices
      notifications: typeof notifications
      packages: typeof packages
      partners: typeof partners
      party: typeof party
      'party-documents': typeof partyDocuments
      'party-records': typeof partyRecords
      portal: typeof portal
      'price-assignments': typeof priceAssignments
      'price-grid': typeof priceGrid
      'price-parts': typeof priceParts
      'price-lines': typeof priceLines
      'price-simulation': typeof priceSimulation
      'price-tables': typeof priceTables
      'api-reference': typeof apiReference
      'api-tokens': typeof apiTokens
      'cash-handovers': typeof cashHandovers
      'cod-payouts': typeof codPayouts
      pickups: typeof pickups
      processes: typeof processes
      profiles: typeof profiles
      providers: typeof providers
      receiving: typeof receiving
      'report-schedules': typeof reportSchedules
      reports: typeof reports
      reviews: typeof reviews
      reweighs: typeof reweighs
      register: typeof register
      repacks: typeof repacks
      quotes: typeof quotes
      'regulatory-requests': typeof regulatoryRequests
      regulatory: typeof regulatory
      routes: typeof routes
      scan: typeof scan
      'service-groups': typeof serviceGroups
      services: typeof services
      settings: typeof settings
      'settings-rules': typeof settingsRules
      shell: typeof shell
      'shipment-bulk': typeof shipmentBulk
      'shipment-confirm': typeof shipmentConfirm
      'shipment-form': typeof shipmentForm
      'shipment-payment': typeof shipmentPayment
      'shipment-status': typeof shipmentStatus
      'shipment-transports': typeof shipmentTransports
      'shipment-wizard': typeof shipmentWizard
      shipments: typeof shipments
      shortcuts: typeof shortcuts
      shops: typeof shops
      'sign-in': typeof signIn
      subsidiaries: typeof subsidiaries
      'tax-rules': typeof taxRules
      'tax-try': typeof taxTry
      taxes: typeof taxes
      'ticket-mails': typeof ticketMails
      'ticket-settings': typeof ticketSettings
      tickets: typeof tickets
      tour: typeof tour
      'tracking-events': typeof trackingEvents
      tracking: typeof tracking
      uploads: typeof uploads
      users: typeof users
      wallet: typeof wallet
      warehouses: typeof warehouses
      'waybill-ranges': typeof waybillRanges
      waybills: typeof waybills
      webhooks: typeof webhooks
    }
  }
}
