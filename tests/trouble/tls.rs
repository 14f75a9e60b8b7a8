//! The emulator behind TLS, so that serenity can connect to `https://discord.com` as usual, with
//! its rate limiter on.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum_server::tls_rustls::RustlsConfig;
use kradan::discord::Endpoint;
use kradan::emulator::{Emulator, Options, Seed};
use kradan::service::Clock;
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tempfile::TempDir;

use crate::harness::{Bot, Harness, no_limits};

/// The bot's timeout for a request: less than some requests take.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The emulator, and a bot that takes it for the real Discord.
pub(crate) async fn harness(seed: Seed) -> Harness {
    let names = vec!["discord.com".to_owned()];
    let options = Options {
        names,
        seed,
        keep_requests: 1_000_000,
        keep_request_bytes: usize::MAX,
        keep_files: 100,
        ..Options::default()
    };
    let emulator = Emulator::start(options).await.unwrap();
    let folder = TempDir::new().unwrap();
    let endpoint = endpoint(&emulator);
    let bot =
        Bot::start_with(&emulator, endpoint, folder.path(), Clock::of_machine(), no_limits()).await;
    Harness { emulator, bot, folder }
}

/// Serves the emulator's routes over TLS, and returns a client that resolves `discord.com` to them.
fn endpoint(emulator: &Emulator) -> Endpoint {
    let made = rcgen::generate_simple_self_signed(["discord.com".to_owned()]).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()).into();
    let address = serve(emulator, certificate.clone(), key);
    let certificate = reqwest::Certificate::from_der(&certificate).unwrap();
    let client = reqwest::Client::builder()
        .resolve("discord.com", address)
        .add_root_certificate(certificate)
        .timeout(TIMEOUT)
        .build();
    Endpoint { api: None, client: Some(client.unwrap()) }
}

fn serve(
    emulator: &Emulator,
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
) -> SocketAddr {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let config = RustlsConfig::from_config(Arc::new(config));
    let server = axum_server::from_tcp_rustls(listener, config).unwrap();
    tokio::spawn(server.serve(emulator.router().into_make_service()));
    address
}
