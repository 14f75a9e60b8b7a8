//! The one thread that writes.

use std::fs::File;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use tokio::sync::watch;

use super::files::StoredFiles;
use super::rows::RowChanges;
use crate::emulator::lock::lock;

/// How much is written at once.
const GROUP_MOST: usize = 512;

/// Something to be written.
pub(super) struct WriteJob {
    pub(super) rows: RowChanges,
    /// Done when it is on disk.
    pub(super) then: Box<dyn FnOnce() + Send>,
}

/// How far the writer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// So much is on disk.
    pub(super) count: u64,
    pub(super) is_broken: bool,
    pub(super) is_over: bool,
}

/// The thread, from outside. It ends when this is stopped or dropped, after what waits.
#[derive(Debug)]
pub(super) struct WriterThread(Mutex<Option<Sender<WriteJob>>>);

impl WriterThread {
    /// Starts the thread. `data` is sled's data file, opened once more; `held` is let go of last.
    pub(super) fn start(
        rows: sled::Tree,
        data: File,
        pictures: StoredFiles,
        held: File,
    ) -> io::Result<(WriterThread, watch::Receiver<Progress>)> {
        let (queue, waiting) = channel();
        let (report, progress) =
            watch::channel(Progress { count: 0, is_broken: false, is_over: false });
        let thread = std::thread::Builder::new().name("local-kept".to_owned());
        thread.spawn(move || {
            run(&rows, &data, &pictures, &waiting, &report);
            // In this order: whoever comes next finds the folder free.
            drop((rows, data));
            drop(held);
            report.send_modify(|it| it.is_over = true);
        })?;
        Ok((WriterThread(Mutex::new(Some(queue))), progress))
    }

    pub(super) fn submit(&self, job: WriteJob) {
        // Who is told that it is over waits for nothing.
        _ = lock(&self.0).as_ref().map(|it| it.send(job));
    }

    pub(super) fn stop(&self) {
        lock(&self.0).take();
    }
}

fn run(
    rows: &sled::Tree,
    data: &File,
    pictures: &StoredFiles,
    waiting: &Receiver<WriteJob>,
    report: &watch::Sender<Progress>,
) {
    while let Ok(first) = waiting.recv() {
        let mut group = vec![first];
        group.extend(waiting.try_iter().take(GROUP_MOST - 1));
        let count = group.len() as u64;
        let (written, then): (Vec<RowChanges>, Vec<_>) =
            group.into_iter().map(|job| (job.rows, job.then)).unzip();
        if let Err(error) = write(rows, data, pictures, written) {
            tracing::error!(%error, "the local Discord cannot be written, and answers no more");
            report.send_modify(|it| it.is_broken = true);
            return;
        }
        for then in then {
            then();
        }
        report.send_modify(|it| it.count += count);
    }
}

fn write(
    rows: &sled::Tree,
    data: &File,
    pictures: &StoredFiles,
    group: Vec<RowChanges>,
) -> Result<(), sled::Error> {
    let mut all = RowChanges::default();
    for rows in group {
        all.extend(rows);
    }
    if all.is_empty() {
        return Ok(());
    }
    // Files first: a row never names one that is not there.
    let new = all.files.iter().filter_map(|(id, bytes)| Some((id, bytes.as_ref()?)));
    pictures.write(new).map_err(sled::Error::Io)?;
    rows.apply_batch(all.batch(rows)?)?;
    rows.flush()?;
    data.sync_data().map_err(sled::Error::Io)?;
    let gone = all.files.iter().filter(|(_, bytes)| bytes.is_none());
    gone.for_each(|(id, _)| pictures.remove(*id));
    Ok(())
}
