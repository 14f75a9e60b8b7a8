//! The thread that writes.

use std::fs::File;
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use tokio::sync::watch;

use super::files::StoredFiles;
use super::rows::RowChanges;
use crate::lock::lock;

/// The most jobs that are written in one step.
const GROUP_MOST: usize = 512;

/// Changes to write.
pub(super) struct WriteJob {
    pub(super) rows: RowChanges,
    /// Runs when the changes are on disk.
    pub(super) then: Box<dyn FnOnce() + Send>,
}

/// The thread's progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// The number of jobs on disk.
    pub(super) count: u64,
    pub(super) is_broken: bool,
    pub(super) is_over: bool,
}

/// The handle of the thread. When it is stopped or dropped, the thread writes the waiting jobs and
/// ends.
#[derive(Debug)]
pub(super) struct WriteQueue(Mutex<Option<Sender<WriteJob>>>);

impl WriteQueue {
    /// Starts the thread. `data` is sled's data file, opened a second time; `lock_file`, the lock of
    /// the folder, is dropped last.
    pub(super) fn start(
        rows: sled::Tree,
        data: File,
        stored_files: StoredFiles,
        lock_file: File,
    ) -> io::Result<(WriteQueue, watch::Receiver<Progress>)> {
        let (queue, waiting) = channel();
        let (report, progress) =
            watch::channel(Progress { count: 0, is_broken: false, is_over: false });
        let thread = std::thread::Builder::new().name("emulator-writer".to_owned());
        thread.spawn(move || {
            run(&rows, &data, &stored_files, &waiting, &report);
            // In this order, the next process finds the folder free.
            drop((rows, data));
            drop(lock_file);
            report.send_modify(|it| it.is_over = true);
        })?;
        Ok((WriteQueue(Mutex::new(Some(queue))), progress))
    }

    pub(super) fn submit(&self, job: WriteJob) {
        // A job after the end is dropped, and its submitter sees the end too.
        _ = lock(&self.0).as_ref().map(|it| it.send(job));
    }

    pub(super) fn stop(&self) {
        lock(&self.0).take();
    }
}

fn run(
    rows: &sled::Tree,
    data: &File,
    stored_files: &StoredFiles,
    waiting: &Receiver<WriteJob>,
    report: &watch::Sender<Progress>,
) {
    while let Ok(first) = waiting.recv() {
        let mut group = vec![first];
        group.extend(waiting.try_iter().take(GROUP_MOST - 1));
        let count = group.len() as u64;
        let (written, then): (Vec<RowChanges>, Vec<_>) =
            group.into_iter().map(|job| (job.rows, job.then)).unzip();
        if let Err(error) = write(rows, data, stored_files, written) {
            tracing::error!(%error, "the emulator cannot write its world and stops responding");
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
    stored_files: &StoredFiles,
    group: Vec<RowChanges>,
) -> Result<(), sled::Error> {
    let mut all = RowChanges::default();
    for rows in group {
        all.extend(rows);
    }
    if all.is_empty() {
        return Ok(());
    }
    // Files come first, so that no row names a missing one.
    let new = all.files.iter().filter_map(|(id, bytes)| Some((id, bytes.as_ref()?)));
    stored_files.write(new).map_err(sled::Error::Io)?;
    rows.apply_batch(all.batch(rows)?)?;
    rows.flush()?;
    data.sync_data().map_err(sled::Error::Io)?;
    let gone = all.files.iter().filter(|(_, bytes)| bytes.is_none());
    gone.for_each(|(id, _)| stored_files.remove(*id));
    Ok(())
}
