import { useTranslation } from 'react-i18next'
import { usePackageCreate } from '@/api/generated/endpoints/packages/packages'
import { ResourcePage } from '@/ui/ResourcePage'
import { PackageForm } from './PackageForm'
import { EMPTY, inputOf } from './values'

export function PackageCreatePage() {
  const { t } = useTranslation('packages')
  const create = usePackageCreate()
  return (
    <ResourcePage title={t('create')} width="form">
      <PackageForm
        name="package"
        initial={EMPTY}
        submitLabel={t('create')}
        savedText={t('created')}
        save={async (values) => (await create.mutateAsync({ data: inputOf(values) })).data}
      />
    </ResourcePage>
  )
}
