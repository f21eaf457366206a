import { FileInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SignatureField } from '@/shared/field-records/SignatureField'
import type { ProofFile } from './proof-files'

/** Files that one record can name. */
const MOST_FILES = 10

type ProofFieldsProps = {
  files: ProofFile[]
  onFiles(files: ProofFile[]): void
  error: string | undefined
  /** Somebody signs here and now. */
  isSigned?: boolean
}

/** Photos and papers that prove a delivery, and a signature. */
export function ProofFields({ files, onFiles, error, isSigned = false }: ProofFieldsProps) {
  const { t } = useTranslation('deliveries')
  const listOf = (kind: ProofFile['kind']) => files.filter((one) => one.kind === kind).map(({ file }) => file)
  const put = (kind: ProofFile['kind'], chosen: File[]) => {
    const others = files.filter((one) => one.kind !== kind)
    onFiles([...others, ...chosen.map((file) => ({ kind, file }))].slice(0, MOST_FILES))
  }
  return (
    <>
      <FileInput
        label={t('proofFiles.photos')}
        placeholder={t('proofFiles.choose')}
        accept="image/*"
        multiple
        clearable
        clearButtonProps={{ 'aria-label': t('proofFiles.clearPhotos') }}
        value={listOf('photo')}
        error={error}
        onChange={(chosen) => put('photo', chosen)}
      />
      <FileInput
        label={t('proofFiles.papers')}
        description={t('proofFiles.papersText')}
        placeholder={t('proofFiles.choose')}
        accept="image/jpeg,image/png,application/pdf"
        multiple
        clearable
        clearButtonProps={{ 'aria-label': t('proofFiles.clearPapers') }}
        value={listOf('document')}
        onChange={(chosen) => put('document', chosen)}
      />
      {isSigned && <SignatureField onSignature={(drawn) => put('signature', drawn ? [drawn] : [])} />}
    </>
  )
}
