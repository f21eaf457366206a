import type { i18n } from 'i18next'
import { getFeatureFlagListQueryOptions } from '@/api/generated/endpoints/company/company'
import { getDomainListQueryOptions } from '@/api/generated/endpoints/domains/domains'
import { getShipmentImportListQueryOptions } from '@/api/generated/endpoints/imports/imports'
import { getPackageListQueryOptions } from '@/api/generated/endpoints/packages/packages'
import {
  getBankListQueryOptions,
  getClientGroupListQueryOptions,
  getClientListQueryOptions,
} from '@/api/generated/endpoints/parties/parties'
import { getPartnerListQueryOptions } from '@/api/generated/endpoints/partners/partners'
import { getUserProfileListQueryOptions } from '@/api/generated/endpoints/permissions/permissions'
import {
  getAdvancedPostListQueryOptions,
  getProviderListQueryOptions,
  getWarehouseListQueryOptions,
} from '@/api/generated/endpoints/providers/providers'
import {
  getServiceGroupListQueryOptions,
  getServiceListQueryOptions,
} from '@/api/generated/endpoints/services/services'
import { getShipmentListQueryOptions } from '@/api/generated/endpoints/shipments/shipments'
import { getSubsidiaryListQueryOptions } from '@/api/generated/endpoints/subsidiaries/subsidiaries'
import { getTaxRuleListQueryOptions } from '@/api/generated/endpoints/taxes/taxes'
import { getUserListQueryOptions } from '@/api/generated/endpoints/users/users'
import type { ResourceName } from '@/api/schema'
import type { Option, OptionQuery } from '@/ui/fields/RemoteSelect'
import { localeText } from '@/ui/locale-text'

type Search = (search: string) => OptionQuery

const FEW = { per_page: 10 }

const options =
  <T>(optionOf: (row: T) => Option) =>
  ({ data }: { data: T[] }) =>
    data.map(optionOf)

/** For lists that come whole, without a search of their own. */
const matching =
  <T>(optionOf: (row: T) => Option, search: string) =>
  ({ data }: { data: T[] }) =>
    data
      .map(optionOf)
      .filter(({ label }) => label.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))

/** How the records of a resource are found by code or name; none where single records are not looked at. */
export function recordSearch(resource: ResourceName, i18n: i18n): Search | undefined {
  const asked = (search: string) => (search ? { ...FEW, search } : FEW)
  const titled = (it: { id: string; code: string; title_locale: Record<string, string> }) => ({
    id: it.id,
    label: localeText(it.title_locale, i18n.language) || it.code,
  })
  const searches: Partial<Record<ResourceName, Search>> = {
    shipment: (search) => ({
      ...getShipmentListQueryOptions(asked(search)),
      select: options((it: { id: string; tracking_code: string; to_name: string | null }) => ({
        id: it.id,
        label: it.tracking_code,
        hint: it.to_name ?? '',
      })),
    }),
    shipment_import: () => ({
      ...getShipmentImportListQueryOptions(FEW),
      select: options((it: { id: string; file_name: string }) => ({ id: it.id, label: it.file_name })),
    }),
    user: (search) => ({
      ...getUserListQueryOptions(asked(search)),
      select: options((it: { id: string; name: string; email: string }) => ({
        id: it.id,
        label: it.name,
        hint: it.email,
      })),
    }),
    client: (search) => ({ ...getClientListQueryOptions(asked(search)), select: options(named) }),
    partner: (search) => ({ ...getPartnerListQueryOptions(asked(search)), select: options(named) }),
    bank: (search) => ({ ...getBankListQueryOptions(asked(search)), select: options(named) }),
    tax_rule: (search) => ({
      ...getTaxRuleListQueryOptions(asked(search)),
      select: options((it: { id: string; tax: string; legal_ref: string }) => ({
        id: it.id,
        label: it.id,
        hint: it.legal_ref,
      })),
    }),
    user_profile: (search) => ({ ...getUserProfileListQueryOptions(asked(search)), select: options(named) }),
    client_group: (search) => ({
      ...getClientGroupListQueryOptions(asked(search)),
      select: options((it: { id: string; title: string }) => ({ id: it.id, label: it.title })),
    }),
    subsidiary: (search) => ({
      ...getSubsidiaryListQueryOptions(asked(search)),
      select: options((it: { id: string; title: string }) => ({ id: it.id, label: it.title })),
    }),
    service: (search) => ({ ...getServiceListQueryOptions(asked(search)), select: options(titled) }),
    service_group: (search) => ({
      ...getServiceGroupListQueryOptions(asked(search)),
      select: options(titled),
    }),
    package: (search) => ({ ...getPackageListQueryOptions(asked(search)), select: options(titled) }),
    provider: (search) => ({ ...getProviderListQueryOptions(asked(search)), select: options(titled) }),
    advanced_post: (search) => ({
      ...getAdvancedPostListQueryOptions(asked(search)),
      select: options(named),
    }),
    warehouse: (search) => ({ ...getWarehouseListQueryOptions(asked(search)), select: options(named) }),
    domain: (search) => ({
      ...getDomainListQueryOptions(),
      select: matching((it: { host: string }) => ({ id: it.host, label: it.host }), search),
    }),
    feature_flag: (search) => ({
      ...getFeatureFlagListQueryOptions(),
      select: matching(
        (it: { name: string }) => ({
          id: it.name,
          label: String(i18n.t(`feature-flags:flag.${it.name}.title` as never)),
        }),
        search,
      ),
    }),
  }
  return searches[resource]
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, label: name })
