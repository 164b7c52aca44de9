import { useState } from 'react';
import { media } from '#site/content/media.ts';
import type { ChosenPicture } from '#site/gateway/media.ts';
import { Dialog } from '#site/ui/dialog.tsx';
import { Tabs } from '#site/ui/tabs.tsx';
import { LibraryPanel } from './library-panel.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** The first tab of the dialog, and a dropped or pasted file to upload. */
export type Opening = { tab: 'upload' | 'library'; file: File | null };

type ImageDialogProps = {
  title: string;
  /** null while the dialog is closed. */
  opening: Opening | null;
  onClose: () => void;
  onChosen: (picture: ChosenPicture) => void;
};

/** Uploads a picture or chooses one of the bucket, and asks for its description. */
export function ImageDialog({ title, opening, onClose, onChosen }: ImageDialogProps) {
  const choose = (picture: ChosenPicture): void => {
    onClose();
    onChosen(picture);
  };
  return (
    <Dialog isOpen={opening !== null} onClose={onClose} title={title} closeLabel={media.dialog.close}>
      {opening && <Panels opening={opening} onChosen={choose} />}
    </Dialog>
  );
}

function Panels({ opening, onChosen }: { opening: Opening; onChosen: (picture: ChosenPicture) => void }) {
  const [tab, setTab] = useState<string>(opening.tab);
  const { label, upload, library } = media.tabs;
  return (
    <Tabs
      label={label}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'upload', label: upload, panel: <UploadPanel given={opening.file} onUploaded={onChosen} /> },
        { value: 'library', label: library, panel: <LibraryPanel onChosen={onChosen} /> },
      ]}
    />
  );
}
