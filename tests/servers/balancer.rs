//! A load balancer in front of several programs: connections go to one after the other.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// The addresses behind a load balancer, the next one first.
type Behind = Arc<Mutex<Vec<SocketAddr>>>;

/// It ends with the runtime of its test.
#[derive(Debug)]
pub struct Balancer {
    address: SocketAddr,
    behind: Behind,
}

impl Balancer {
    pub async fn start() -> Balancer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, behind) = (listener.local_addr().unwrap(), Behind::default());
        tokio::spawn({
            let behind = Arc::clone(&behind);
            async move {
                while let Ok((from, _)) = listener.accept().await {
                    tokio::spawn(pass(from, Arc::clone(&behind)));
                }
            }
        });
        Balancer { address, behind }
    }

    /// Where interactions are taken.
    pub fn url(&self) -> String {
        format!("http://{}/interactions", self.address)
    }

    /// Adds a program by the URL at which it takes interactions.
    pub fn add(&self, url: &str) {
        let address = url.strip_prefix("http://").and_then(|it| it.split('/').next());
        self.behind.lock().unwrap().push(address.unwrap().parse().unwrap());
    }
}

/// Passes a connection on. An address that takes none is not tried again.
async fn pass(mut from: TcpStream, behind: Behind) {
    loop {
        let Some(next) = behind.lock().unwrap().first().copied() else { return };
        let taken = TcpStream::connect(next).await;
        {
            let mut behind = behind.lock().unwrap();
            behind.retain(|it| *it != next);
            if taken.is_ok() {
                behind.push(next);
            }
        }
        if let Ok(mut to) = taken {
            // It ends when either side ends.
            let _ = copy_bidirectional(&mut from, &mut to).await;
            return;
        }
    }
}
